// Whether two hosts give one answer: the same value by meaning, or both an error, whatever it says.

import { printedAgree } from "../compare-printed.ts";
import type { Answer } from "../oracles/answer.ts";

export function agree(left: Answer, right: Answer): boolean {
  if (left.kind === "value" && right.kind === "value") return printedAgree(left.text, right.text);
  return left.kind === "error" && right.kind === "error" && !right.message.includes("ptc-unknown");
}

/** An end by a limit is no answer of the language. */
export function isOutOfBounds(answer: Answer): boolean {
  return (
    answer.kind === "error" && /^(?:timeout|.*_exceeded|cancelled|internal.*)$/.test(answer.error)
  );
}
