// Whether what a host answers is what a vector expects.

import { printedAgree } from "../compare-printed.ts";
import type { Answer } from "../oracles/answer.ts";
import type { Expectation } from "./vector.ts";

/** Whether an oracle gives the expected value, or fails where a failure is expected. */
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

/** The same of our own answer, whose kind of error counts too. */
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
