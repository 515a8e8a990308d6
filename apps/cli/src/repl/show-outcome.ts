// Shows the result of a program to a person: its output and value, or its failure.

import { oneLine } from "@ptc/core/internal/errors";
import { visibleText } from "@ptc/core/printing";
import { wordLines } from "@ptc/subagent/internal/node";
import type { Host } from "../terminal/host.ts";
import { write, writeLine } from "../terminal/output.ts";
import { styleFor } from "../terminal/style.ts";
import type { Evaluated } from "./evaluator.ts";

/** Wraps messages and hints at words on a terminal. Lines of the program are left as they are. */
function wrapped(failure: string, { isTTY, columns }: Host["output"]): readonly string[] {
  const lines = failure.split("\n");
  // A terminal without a size has zero columns.
  if (isTTY !== true || columns === undefined || columns < 1) return lines;
  return lines.flatMap((line, index) =>
    index === 0 || line.startsWith("hint: ") ? wordLines(line, columns) : [line],
  );
}

/** Writes everything except the value, and resolves to the value, if any. */
export async function showOutcome(outcome: Evaluated, host: Host): Promise<string | undefined> {
  const { output, errors } = host;
  if (outcome.type === "value" || outcome.type === "failure") {
    for (const text of outcome.prints) await writeLine(output, text);
  }
  const style = styleFor(errors, host);
  if (outcome.type === "value") {
    for (const warning of outcome.warnings) {
      await write(errors, `${style("yellow", "warning")}: `);
      await writeLine(errors, oneLine(warning, 1_000));
    }
    return outcome.text;
  }
  const [title, text] =
    outcome.type === "failure"
      ? [outcome.reason, outcome.text]
      : outcome.type === "crashed"
        ? ["stopped", `${oneLine(outcome.message)}; the session continues`]
        : ["interrupted", "the session is back to its state before this program"];
  const failure = `${style("red", oneLine(title, 100))}: ${visibleText(text)}`;
  await write(errors, `${wrapped(failure, output).join("\n")}\n`);
  if (outcome.type !== "failure" && outcome.lost.length > 0)
    await writeLine(
      errors,
      `no longer defined, because their values can't be saved: ${oneLine(outcome.lost.join(", "), 2_000)}`,
    );
  return undefined;
}
