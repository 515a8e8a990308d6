// Checks decisions, which an application may have read from a store or a request.

import { isObject } from "@ptc/core/internal/host";
import { CheckpointError } from "./checkpoint-error.ts";
import type { Decision } from "./decisions.ts";

/** @throws CheckpointError unless `given` is a decision */
export function checkedDecision(id: string, given: unknown): Decision {
  if (isObject(given)) {
    const { type, arguments: edited, message } = given;
    if (type === "answer") return { type, result: given["result"] };
    if (type === "deny" && typeof message === "string") return { type, message };
    if (type === "approve" && (edited === undefined || isObject(edited)))
      return { type, ...(edited === undefined ? {} : { arguments: edited }) };
  }
  throw new CheckpointError(
    "decision",
    `decisions[${JSON.stringify(id)}] must be approve(), deny("…") or answer(…)`,
  );
}
