// The memory of a process that runs a hostile program under the default limits, at its peak. All of
// them take minutes, so they run with PTC_TESTS=whole, and `.ci/run` runs every third. The programs
// that keep values differ in how much a value takes, which `held-memory.test.ts` compares with its
// charge for every builtin.

import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { isFull, isWhole } from "../sampled.ts";
import { hostilePrograms } from "./hostile-programs.ts";

interface Peak {
  readonly megabytes: number;
  readonly end: string;
}

const mostMegabytes = 600;

async function peakOf(name: string): Promise<Peak> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    "--conditions=@ptc/source",
    join(import.meta.dirname, "peak-memory.ts"),
    name,
  ]);
  return JSON.parse(stdout) as Peak;
}

const every = isWhole ? 1 : isFull ? 3 : 50;

test.each([...hostilePrograms.keys()].filter((_, index) => index % every === 0))(
  "a process takes at most 600 MB for a program of %s",
  { timeout: 300_000, tags: "full" },
  async (name) => {
    const { megabytes } = await peakOf(name);
    expect(megabytes).toBeLessThanOrEqual(mostMegabytes);
  },
);
