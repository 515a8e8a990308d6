// What became of a program, for a person: what it printed and its value, or why it has none.

import { oneLine } from "@ptc/core/internal/errors";
import type { Host } from "../terminal/host.ts";
import { write, writeLine } from "../terminal/output.ts";
import { styleFor } from "../terminal/style.ts";
import type { Evaluated } from "./evaluator.ts";

/** Writes everything but the value, which is the answer: undefined when there is none. */
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
        ? ["stopped", `${oneLine(outcome.message)}; the session goes on`]
        : ["interrupted", "the session goes on as it was before this program"];
  await write(errors, `${style("red", oneLine(title, 100))}: `);
  await writeLine(errors, text);
  if (outcome.type !== "failure" && outcome.lost.length > 0)
    await writeLine(
      errors,
      `no longer defined, because their values cannot be kept: ${oneLine(outcome.lost.join(", "), 2_000)}`,
    );
  return undefined;
}
