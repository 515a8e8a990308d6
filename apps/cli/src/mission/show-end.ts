// How a mission ended, for a person: its answer, or why there is none.

import { oneLine } from "@ptc/core/internal/errors";
import { renderFail } from "@ptc/lisp";
import type { MissionStep } from "@ptc/subagent";
import type { Host } from "../terminal/host.ts";
import { writeLine } from "../terminal/output.ts";
import type { Style } from "../terminal/style.ts";
import { answerLines } from "./answer-lines.ts";

export async function showEnd(
  host: Host,
  step: MissionStep,
  style: Style,
  print: (line: string) => void,
): Promise<void> {
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
