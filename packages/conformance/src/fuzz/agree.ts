// Decides whether two hosts agree: both return values with the same meaning, or both fail, with any
// message.

import { printedAgree, type ComparisonOptions } from "../compare-printed.ts";
import type { Answer } from "../oracles/answer.ts";

export function agree(left: Answer, right: Answer, options: ComparisonOptions = {}): boolean {
  if (left.kind === "value" && right.kind === "value")
    return printedAgree(left.text, right.text, options);
  return left.kind === "error" && right.kind === "error" && !right.message.includes("ptc-unknown");
}

/** True if a limit ended the program, which gives no information about the language. */
export function isOutOfBounds(answer: Answer): boolean {
  return (
    answer.kind === "error" && /^(?:timeout|.*_exceeded|cancelled|internal.*)$/.test(answer.error)
  );
}
