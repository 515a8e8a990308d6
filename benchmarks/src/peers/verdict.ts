// Decides whether a row keeps the project's promises. The median decides; its quartiles are shown
// next to it.
import type { Spread } from "../median.ts";
import { engineNamed, sandboxes } from "./engines.ts";
import { excess, slowness, type Row } from "./row.ts";
import type { EngineName, Target } from "./workload.ts";

export interface Verdict {
  /** The promise, in words. */
  readonly promised: string;
  /** The measured ratio of the promise; undefined if the engine took no part. */
  readonly measured: Spread | undefined;
  readonly isMet: boolean | undefined;
  /** True if the measurement is printed as a ratio. */
  readonly isRatio: boolean;
}

export function verdictsOf(row: Row): readonly Verdict[] {
  return row.targets.map((target) => judge(row, target));
}

function judge(row: Row, target: Target): Verdict {
  switch (target.kind) {
    case "faster":
      return atLeast(
        target.times,
        slowness(row, target.than),
        target.times === 1
          ? `no slower than ${title(target.than)}`
          : `${String(target.times)} times as fast as ${title(target.than)}`,
      );
    case "faster-than-next":
      return atLeast(
        target.times,
        next(row),
        target.times === 1
          ? "faster than every sandbox"
          : `${String(target.times)} times as fast as the next sandbox`,
      );
    case "within": {
      const measured = inverse(slowness(row, target.of));
      return {
        promised: `at most ${String(target.times)} times as long as ${title(target.of)}`,
        measured,
        isMet: measured === undefined ? undefined : measured.median <= target.times,
        isRatio: true,
      };
    }
    case "above-plain": {
      const measured = excess(row, "plain");
      return {
        promised: `less than ${String(target.milliseconds)} ms above plain JavaScript`,
        measured,
        isMet: measured === undefined ? undefined : measured.median < target.milliseconds * 1000,
        isRatio: false,
      };
    }
  }
}

function atLeast(times: number, measured: Spread | undefined, promised: string): Verdict {
  return {
    promised,
    measured,
    isMet: measured === undefined ? undefined : measured.median >= times,
    isRatio: true,
  };
}

/** Returns the slowness of the sandbox whose time is closest to ours. */
function next(row: Row): Spread | undefined {
  return sandboxes
    .flatMap((name) => slowness(row, name) ?? [])
    .toSorted((left, right) => left.median - right.median)[0];
}

/** Converts their time as a multiple of ours into our time as a multiple of theirs. */
function inverse(measured: Spread | undefined): Spread | undefined {
  return measured === undefined
    ? undefined
    : { lower: 1 / measured.upper, median: 1 / measured.median, upper: 1 / measured.lower };
}

function title(name: EngineName): string {
  return engineNamed(name).title;
}
