// Shows the result of a program to a person: its output and value, or its failure.

import { oneLine } from "@ptc/core/internal/errors";
import type { Host } from "../terminal/host.ts";
import { write, writeLine } from "../terminal/output.ts";
import { styleFor } from "../terminal/style.ts";
import type { Evaluated } from "./evaluator.ts";

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
  await write(errors, `${style("red", oneLine(title, 100))}: `);
  await writeLine(errors, text);
  if (outcome.type !== "failure" && outcome.lost.length > 0)
    await writeLine(
      errors,
      `no longer defined, because their values can't be saved: ${oneLine(outcome.lost.join(", "), 2_000)}`,
    );
  return undefined;
}
