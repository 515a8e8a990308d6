// What a host answers to a program, and whether that is what a vector expects.

import { printedAgree } from "../compare-printed.ts";
import type { Expectation } from "./vector.ts";

export type Answer =
  | { readonly kind: "value"; readonly text: string; readonly output: readonly string[] }
  /**
   * `error` is our `details.kind`; of an oracle only that it failed counts, and `message` says with
   * what.
   */
  | { readonly kind: "error"; readonly error: string; readonly message: string }
  /**
   * The host does not know a name in the program, or found no end: it says nothing about the
   * answer.
   */
  | { readonly kind: "none"; readonly message: string };

/** The lines of what was printed. Blank ones do not count: hosts differ in where a line ends. */
export function outputLines(printed: string): readonly string[] {
  return printed.split("\n").filter((line) => line.trim() !== "");
}

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

/** The answer in one line, for a person. */
export function showAnswer(answer: Answer): string {
  if (answer.kind === "value")
    return [...answer.output.map((line) => `prints ${JSON.stringify(line)},`), answer.text].join(
      " ",
    );
  return answer.kind === "error"
    ? `error ${answer.error} (${answer.message})`
    : `no answer (${answer.message})`;
}

function sameLines(left: readonly string[], right: readonly string[]): boolean {
  return (
    left.length === right.length &&
    left.every((line, index) => line === right[index] || printedAgree(line, right[index] ?? ""))
  );
}
