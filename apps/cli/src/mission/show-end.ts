// Shows the end of a mission to a person: its answer, or its failure.

import { oneLine } from "@ptc/core/internal/errors";
import { renderFail } from "@ptc/lisp";
import type { MissionStep } from "@ptc/subagent";
import { answerLines } from "@ptc/subagent/internal/node";
import type { Host } from "../terminal/host.ts";
import { writeLine } from "../terminal/output.ts";
import type { Style } from "../terminal/style.ts";

export async function showEnd(
  host: Host,
  step: MissionStep,
  style: Style,
  print: (line: string) => void,
): Promise<void> {
  if (step.status === "waiting") return;
  print("");
  if (step.ok) {
    print(style("bold", "Answer"));
    for (const line of answerLines(step.return, host.output.columns ?? Infinity)) print(line);
    return;
  }
  print(
    style(
      "bold",
      step.fail.reason === "cancelled" ? "The mission was interrupted." : "The mission failed.",
    ),
  );
  await writeLine(host.errors, `${oneLine(step.fail.reason, 100)}: ${renderFail(step.fail)}`);
}
