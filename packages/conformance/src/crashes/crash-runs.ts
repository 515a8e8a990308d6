// Runs missions that are killed: right after each call and each commit in turn, with each change
// half written, and at random times. Two missions run at the same time.

import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundledScript } from "../../../../vitest.bundles.ts";
import { crashRun, taskIds, type CrashRun, type Death } from "./crash-run.ts";

export interface CrashRunsOptions {
  /** The number of kills at random times; 0 runs only `missions`. */
  readonly kills: number;
  readonly seed: number;
  /** The deaths of each mission that is not killed at random. By default, each point once. */
  readonly missions?: readonly (readonly Death[])[];
  readonly isBroken?: boolean;
}

export interface CrashRunsResult {
  readonly runs: number;
  readonly kills: number;
  /** The number of kills after tasks had begun and before all were committed. */
  readonly killsAmid: number;
  readonly problems: readonly string[];
}

/** Each call, each commit, and each change of the journal, as points of death. */
export const allPoints: readonly (readonly Death[])[] = (
  ["call", "commit", "torn"] as const
).flatMap((kind) => taskIds.map((_, index) => [`${kind}:${String(index + 1)}` as const]));

export async function crashRuns({
  kills,
  seed,
  missions = allPoints,
  isBroken = false,
}: CrashRunsOptions): Promise<CrashRunsResult> {
  const folder = mkdtempSync(join(tmpdir(), "ptc-crashes-"));
  try {
    const script = await bundledScript(join(import.meta.dirname, "mission-process.ts"));
    let number = 0;
    const crash = async (deaths: readonly Death[]): Promise<CrashRun> => {
      const own = join(folder, String(number++));
      mkdirSync(own);
      const ended = await crashRun({ script, folder: own, deaths, isBroken });
      rmSync(own, { recursive: true });
      return ended;
    };
    // The first run writes the compile cache, so the others are faster.
    await crash([]);
    const undisturbed = await crash([]);
    const found = new Findings(undisturbed, crash);
    const waiting = [...missions];
    let begun = 0;
    let atRandom = 0;
    await Promise.all(
      lanes.map(async () => {
        for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
          if ((await found.add(next)) === 0 && next.some((death) => typeof death === "string"))
            found.problems.push(`nothing died of ${next.join(" ")}`);
        while (atRandom < kills) {
          begun += 1;
          const died = await found.add(
            randomDeaths(numbers(seed * 100_000 + begun), undisturbed.milliseconds),
          );
          atRandom += died;
        }
      }),
    );
    return {
      runs: number,
      kills: found.kills,
      killsAmid: found.killsAmid,
      problems: found.problems,
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const lanes = [0, 1];

class Findings {
  readonly problems: string[];
  kills = 0;
  killsAmid = 0;
  private readonly expected: string;
  private readonly crash: (deaths: readonly Death[]) => Promise<CrashRun>;

  constructor(undisturbed: CrashRun, crash: (deaths: readonly Death[]) => Promise<CrashRun>) {
    this.expected = undisturbed.answer;
    this.problems = [...undisturbed.problems];
    this.crash = crash;
  }

  /** Runs a mission with these deaths and returns the number of kills. */
  async add(deaths: readonly Death[]): Promise<number> {
    const { kills, killsAmid, answer, problems } = await this.crash(deaths);
    this.kills += kills;
    this.killsAmid += killsAmid;
    const repeat = `--deaths "${deaths.join(" ")}": `;
    this.problems.push(...problems.map((problem) => repeat + problem));
    if (answer !== this.expected)
      this.problems.push(`${repeat}it answered ${answer}, and undisturbed ${this.expected}`);
    return kills;
  }
}

/** Returns some deaths of one mission at random times of its duration. */
function randomDeaths(random: () => number, milliseconds: number): readonly Death[] {
  const count = 1 + Math.floor(random() * 6);
  return Array.from({ length: count }, () => Math.floor(random() * milliseconds));
}

/**
 * Returns a generator of numbers from 0 (inclusive) to 1 (exclusive), determined by `seed`:
 * mulberry32.
 */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
