// The last three lines of a run: the result, the data that stayed out of the conversation, and the
// next thing to try.

import { oneLine } from "@ptc/core/internal/errors";
import { countText, dataSize } from "@ptc/core/internal/json";
import type { MissionStep } from "@ptc/subagent";
import type { Host, OutputStream } from "../terminal/host.ts";
import { wrapped } from "../terminal/wrapped.ts";

const shownResult = 80;

export interface EndingFacts {
  readonly step: MissionStep;
  /** The summary of the traffic, a clause. */
  readonly traffic: string;
  /** The path of the trace as shown to the user. */
  readonly trace: string;
  /** The output that the lines are for. */
  readonly screen: Pick<OutputStream, "columns">;
}

/**
 * Returns the lines: prose is wrapped, but a command stays one line, so that it can be copied. A
 * run that waits has shown its next command already.
 */
export function endingLines(
  host: Pick<Host, "environment">,
  { step, traffic, trace, screen }: EndingFacts,
): readonly string[] {
  return [
    wrapped(`Result: ${resultText(step)}`, screen),
    wrapped(`Data:   ${oneLine(traffic, 500)}`, screen),
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
