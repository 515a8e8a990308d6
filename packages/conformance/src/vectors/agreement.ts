// Decides whether the answer of a host is the one that a vector expects.

import { printedAgree } from "../compare-printed.ts";
import type { Answer } from "../oracles/answer.ts";
import type { Expectation } from "./vector.ts";

/** True if an oracle returns the expected value, or fails as expected. */
export function oracleAgrees(
  answer: Answer,
  {
    expectation,
    output,
  }: { readonly expectation: Expectation; readonly output: readonly string[] },
): boolean {
  if (answer.kind === "none")
    return expectation.kind === "error" && expectation.error === "unbound_var";
  if (expectation.kind === "error" || answer.kind === "error")
    return expectation.kind === answer.kind;
  return printedAgree(answer.text, expectation.text) && sameLines(answer.output, output);
}

/** Like `oracleAgrees` for our own answer, but the kind of error must match, too. */
export function ourAnswerAgrees(
  answer: Answer,
  vector: { readonly expectation: Expectation; readonly output: readonly string[] },
): boolean {
  if (answer.kind === "error" && vector.expectation.kind === "error")
    return answer.error === vector.expectation.error;
  return oracleAgrees(answer, vector);
}

function sameLines(left: readonly string[], right: readonly string[]): boolean {
  return (
    left.length === right.length &&
    left.every((line, index) => line === right[index] || printedAgree(line, right[index] ?? ""))
  );
}
