// Whether two hosts agree: both give values that mean the same, or both give an error, whatever its
// message.

import { printedAgree } from "../compare-printed.ts";
import type { Answer } from "../oracles/answer.ts";

export function agree(left: Answer, right: Answer): boolean {
  if (left.kind === "value" && right.kind === "value") return printedAgree(left.text, right.text);
  return left.kind === "error" && right.kind === "error" && !right.message.includes("ptc-unknown");
}

/** Whether a program was ended by a limit, which says nothing about the language. */
export function isOutOfBounds(answer: Answer): boolean {
  return (
    answer.kind === "error" && /^(?:timeout|.*_exceeded|cancelled|internal.*)$/.test(answer.error)
  );
}
