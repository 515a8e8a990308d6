// The memory of a process that runs a hostile program under the default limits, at its peak. A full
// run takes minutes, so `npm test` runs a sample.

import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { sampled } from "../sampled.ts";
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

test.each(sampled([...hostilePrograms.keys()], 25))(
  "a process takes at most 600 MB for a program of %s",
  { timeout: 300_000 },
  async (name) => {
    const { megabytes } = await peakOf(name);
    expect(megabytes).toBeLessThanOrEqual(mostMegabytes);
  },
);
