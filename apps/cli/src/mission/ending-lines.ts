// The last three lines of a run: the result, the data that stayed out of the conversation, and the
// next thing to try.

import { oneLine } from "@ptc/core/internal/errors";
import { countText, dataSize } from "@ptc/core/internal/json";
import type { MissionStep } from "@ptc/subagent";
import type { Host } from "../terminal/host.ts";

const shownResult = 80;

export interface EndingFacts {
  readonly step: MissionStep;
  /** The summary of the traffic, a clause. */
  readonly traffic: string;
  /** The path of the trace as shown to the user. */
  readonly trace: string;
}

/** Returns the lines. A run that waits has shown its next command already. */
export function endingLines(
  host: Pick<Host, "environment">,
  { step, traffic, trace }: EndingFacts,
): readonly string[] {
  return [
    `Result: ${resultText(step)}`,
    `Data:   ${oneLine(traffic, 500)}`,
    ...(step.status === "waiting" ? [] : [`Next:   ${nextCommand(host, step, trace)}`]),
  ];
}

function resultText(step: MissionStep): string {
  const turns = countText(step.turns.length, "turn");
  if (step.status === "waiting") return `waits for ${countText(step.pending.length, "decision")}`;
  if (!step.ok) return `failed after ${turns}: ${oneLine(step.fail.reason, shownResult)}`;
  const partly = step.partial === undefined ? "" : "partially ";
  return `${partly}answered in ${turns}: ${answerText(step.return)}`;
}

/** Returns a short answer itself, and the size of a longer one. */
function answerText(answer: unknown): string {
  if (typeof answer === "number" || typeof answer === "boolean") return String(answer);
  if (typeof answer === "string" && answer.length <= shownResult && !answer.includes("\n"))
    return oneLine(answer, shownResult);
  return oneLine(dataSize(answer).outline, shownResult);
}

function nextCommand({ environment }: Pick<Host, "environment">, step: MissionStep, trace: string) {
  // The scripts of a repository that don't have `ptc` in their path name their own command.
  const { PTC_COMMAND: command = "ptc" } = environment;
  const path = /^[\w./:@%+-]+$/.test(trace) ? trace : `'${trace.replaceAll("'", `'\\''`)}'`;
  return `${oneLine(command, 200)} trace ${step.ok ? "summary " : ""}${path}`;
}
