// The memory that a program's values take is at most twice its charge, for the results of every
// builtin and for what they keep. Measured on the heap, so it doesn't depend on time.

import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { isFull, isWhole } from "../sampled.ts";

interface Measured {
  readonly source: string;
  readonly held: number;
  readonly charged: number;
  readonly problem?: string;
}

/** `.ci/run` measures each third source, and PTC_TESTS=whole all. */
const step = isWhole ? 1 : isFull ? 3 : 100;

async function measured(): Promise<readonly Measured[]> {
  const script = join(import.meta.dirname, "held-memory.ts");
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--expose-gc", "--conditions=@ptc/source", script, "0", String(step)],
    { maxBuffer: 10_000_000 },
  );
  return stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Measured);
}

test(
  "results that a program keeps take at most twice the memory that it is charged for them",
  { timeout: 900_000, tags: "full" },
  async () => {
    const all = await measured();
    expect(all.length).toBeGreaterThan(400 / step);
    expect(all.filter(({ problem }) => problem !== undefined)).toEqual([]);
    expect(all.filter(({ held, charged }) => held > 2 * charged)).toEqual([]);
  },
);
