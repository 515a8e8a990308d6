// What a host answers to a program: an oracle, or this language itself.

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
