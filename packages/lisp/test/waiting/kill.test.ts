// A program whose process is killed with SIGKILL at one of its calls, and that another process
// continues from its entries.

import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bundledScript } from "../../../../vitest.bundles.ts";
import { isFull } from "../sampled.ts";

const callCount = 8;

interface Ended {
  readonly value: unknown;
  readonly uncertain: readonly string[];
}

let folder = "";
let script = "";
beforeAll(async () => {
  script = await bundledScript(join(import.meta.dirname, "killed-program.ts"));
  folder = mkdtempSync(join(tmpdir(), "ptc-killed-"));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** Runs one process. Returns undefined if it was killed. */
async function processFor(file: string, ...args: readonly string[]): Promise<Ended | undefined> {
  const child = spawn(process.execPath, [script, file, ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const output = await text(child.stdout);
  return output === "" ? undefined : (JSON.parse(output) as Ended);
}

const points = Array.from({ length: callCount }, (_, index) => index + 1).flatMap((number) =>
  ["before", "after"].map((when) => [when, String(number)] as const),
);

test.runIf(isFull)(
  "a process killed at any call is continued by another one",
  { timeout: 120_000 },
  async () => {
    const whole = await processFor(join(folder, "whole"));
    for (const [when, number] of points) {
      const file = join(folder, `${when}-${number}`);
      expect(await processFor(file, when, number)).toBeUndefined();
      const ended = await processFor(file);
      expect([when, number, ended?.value]).toEqual([when, number, whole?.value]);
      expect(ended?.uncertain).not.toEqual([]);
      const made = readFileSync(`${file}.ledger`, "utf8").split("\n").slice(0, -1);
      expect(made).toHaveLength(callCount);
      expect(new Set(made).size).toBe(callCount);
    }
  },
);
