// Checks decisions, which an application may have read from a store or a request.

import { isObject } from "@ptc/core/internal/host";
import { shortened } from "@ptc/core/internal/printing";
import { CheckpointError } from "./checkpoint-error.ts";
import type { Decision } from "./decisions.ts";

/** Returns `given` as a decision. @throws CheckpointError unless it is one */
export function checkedDecision(id: string, given: unknown): Decision {
  const decision = decisionOf(given);
  if (decision !== undefined) return decision;
  throw new CheckpointError(
    "decision",
    `decisions[${shortened(JSON.stringify(id), 200)}] must be approve(), deny("…") or answer(…)`,
  );
}

/** Longer than any text that a program or a model reads of an error. */
const longestMessage = 10_000;

/** Returns undefined for anything else, also for an object that can't be read, such as a proxy. */
function decisionOf(given: unknown): Decision | undefined {
  try {
    if (!isObject(given)) return undefined;
    const { type, arguments: edited, message } = given;
    if (type === "answer") return { type, result: given["result"] };
    if (type === "deny" && typeof message === "string")
      return { type, message: shortened(message, longestMessage) };
    if (type === "approve" && (edited === undefined || isObject(edited)))
      return { type, ...(edited === undefined ? {} : { arguments: edited }) };
  } catch {
    // The object can't be read.
  }
  return undefined;
}
