// Missions that are killed: right after each call and each commit in turn, with each change half
// written, and at random times. Two of them run at the same time.

import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundledProcess } from "./bundled-process.ts";
import { crashRun, taskIds, type CrashRun, type Death } from "./crash-run.ts";

export interface CrashRunsOptions {
  /** How many kills at random times; 0 for the points alone. */
  readonly kills: number;
  readonly seed: number;
  /** The points at which missions die once each; default: all of them. */
  readonly points?: readonly Death[];
  readonly isBroken?: boolean;
}

export interface CrashRunsResult {
  readonly runs: number;
  readonly kills: number;
  readonly problems: readonly string[];
}

/** Right after each call, right after each commit, and within each change of the journal. */
export const allPoints: readonly Death[] = (["call", "commit", "torn"] as const).flatMap((kind) =>
  taskIds.map((_, index): Death => `${kind}:${String(index + 1)}`),
);

export async function crashRuns({
  kills,
  seed,
  points = allPoints,
  isBroken = false,
}: CrashRunsOptions): Promise<CrashRunsResult> {
  const folder = mkdtempSync(join(tmpdir(), "ptc-crashes-"));
  try {
    const script = await bundledProcess(folder);
    let number = 0;
    const crash = async (deaths: readonly Death[]): Promise<CrashRun> => {
      const own = join(folder, String(number++));
      mkdirSync(own);
      const ended = await crashRun({ script, folder: own, deaths, isBroken });
      rmSync(own, { recursive: true });
      return ended;
    };
    const undisturbed = await crash([]);
    const found = new Findings(undisturbed);
    await Promise.all(
      lanes.map((lane) =>
        found.over(
          points.filter((_, index) => index % lanes.length === lane),
          crash,
        ),
      ),
    );
    const random = numbers(seed);
    await Promise.all(
      lanes.map(async () => {
        while (found.atRandom < kills) await found.add(randomDeaths(random), crash, true);
      }),
    );
    return { runs: number, kills: found.kills, problems: found.problems };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const lanes = [0, 1];

class Findings {
  readonly problems: string[];
  kills = 0;
  atRandom = 0;
  private readonly expected: string;

  constructor({ answer, problems }: CrashRun) {
    this.expected = answer;
    this.problems = [...problems];
  }

  async over(
    points: readonly Death[],
    crash: (deaths: readonly Death[]) => Promise<CrashRun>,
  ): Promise<void> {
    for (const point of points) await this.add([point], crash, false);
  }

  async add(
    deaths: readonly Death[],
    crash: (deaths: readonly Death[]) => Promise<CrashRun>,
    isRandom: boolean,
  ): Promise<void> {
    const { kills, answer, problems } = await crash(deaths);
    this.kills += kills;
    if (isRandom) this.atRandom += kills;
    else if (kills === 0) this.problems.push(`nothing died of ${deaths.join(" ")}`);
    const repeat = `killed by ${deaths.join(" ")}: `;
    this.problems.push(...problems.map((problem) => repeat + problem));
    if (answer !== this.expected)
      this.problems.push(`${repeat}it answered ${answer}, and undisturbed ${this.expected}`);
  }
}

/** Some deaths of one mission, at times at which it runs. */
function randomDeaths(random: () => number): readonly Death[] {
  return Array.from({ length: 1 + Math.floor(random() * 6) }, () => Math.floor(random() * 40));
}

/** Numbers from 0 to below 1 that follow from `seed`: mulberry32. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
