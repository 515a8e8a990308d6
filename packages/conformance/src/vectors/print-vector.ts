// Prints a vector as in its file: the reverse of parse-vectors.ts.

import type { Vector } from "./vector.ts";

/** Returns the lines of `vector`, without a line end after the last. */
export function printVector({
  id,
  covers,
  authorities,
  reason,
  input,
  program,
  output,
  expectation,
}: Omit<Vector, "place">): string {
  const header = [
    id,
    covers.join(", "),
    authorities.join(" "),
    ...(reason === undefined ? [] : [reason]),
  ].join(" | ");
  return [
    `;; ${header}`,
    ...(input === undefined ? [] : [`;; with ${JSON.stringify(input)}`]),
    ...program.split("\n").map((line, index) => `${index === 0 ? "user=> " : "  #_=> "}${line}`),
    ...output,
    expectation.kind === "error" ? `;=> error ${expectation.error}` : expectation.text,
  ].join("\n");
}
