// The answer of a host to a program: of an oracle, or of this language.

export type Answer =
  | { readonly kind: "value"; readonly text: string; readonly output: readonly string[] }
  /**
   * `error` is our `details.kind`. For an oracle, only the failure counts, and `message` has its
   * text.
   */
  | { readonly kind: "error"; readonly error: string; readonly message: string }
  /**
   * The host doesn't know a name in the program, or the program didn't end, so the answer is
   * unknown.
   */
  | { readonly kind: "none"; readonly message: string };

/** Returns the printed lines. Blank lines don't count, because hosts differ in their line ends. */
export function outputLines(printed: string): readonly string[] {
  return printed.split("\n").filter((line) => line.trim() !== "");
}

/** Returns the answer in one line, for a person. */
export function showAnswer(answer: Answer): string {
  if (answer.kind === "value")
    return [...answer.output.map((line) => `prints ${JSON.stringify(line)},`), answer.text].join(
      " ",
    );
  return answer.kind === "error"
    ? `error ${answer.error} (${answer.message})`
    : `no answer (${answer.message})`;
}
