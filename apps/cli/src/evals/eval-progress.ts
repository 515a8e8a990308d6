// The progress of an eval: a bar at a terminal, and a line from time to time elsewhere.

import { countText, groupedNumber } from "@ptc/core/internal/json";
import type { EvalProgress } from "@ptc/evals";
import { LiveLines } from "../live/live-lines.ts";
import type { Host } from "../terminal/host.ts";

const barWidth = 24;
/** A pipe gets a line for each of these parts of the runs. */
const pipedParts = 20;

export interface ShownEval {
  readonly show: (progress: EvalProgress) => void;
  /** Writes a line above the bar. */
  readonly print: (line: string) => void;
}

/** Writes to standard error, so that a report on standard output stays alone. */
export function evalProgress({ errors, environment }: Host): ShownEval {
  if (errors.isTTY === true && environment["TERM"] !== "dumb") {
    const lines = new LiveLines(errors);
    return {
      show: (progress) => {
        lines.draw([`${bar(progress)} ${progressText(progress)}`]);
        if (progress.done === progress.total) lines.keep();
      },
      print: (line) => {
        lines.above(line);
      },
    };
  }
  let shownParts = 0;
  return {
    show: (progress) => {
      const parts = Math.floor((progress.done / progress.total) * pipedParts);
      if (parts === shownParts) return;
      shownParts = parts;
      errors.write(`${progressText(progress)}\n`);
    },
    print: (line) => {
      errors.write(`${line}\n`);
    },
  };
}

function bar({ done, total }: EvalProgress): string {
  const full = Math.round((done / Math.max(1, total)) * barWidth);
  return `[${"#".repeat(full)}${"-".repeat(barWidth - full)}]`;
}

/** Returns `12 of 60 runs, 11 passed, 1 failed, $0.03`. */
function progressText({ done, total, passed, failed, errored, cost }: EvalProgress): string {
  return [
    `${groupedNumber(done)} of ${countText(total, "run")}`,
    `${groupedNumber(passed)} passed`,
    ...(failed === 0 ? [] : [`${groupedNumber(failed)} failed`]),
    ...(errored === 0 ? [] : [countText(errored, "error")]),
    ...(cost === undefined || cost === 0 ? [] : [`$${cost.toFixed(cost < 1 ? 4 : 2)}`]),
  ].join(", ");
}
