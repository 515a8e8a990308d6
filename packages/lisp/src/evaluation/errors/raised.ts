// The base of errors that the evaluator throws because of a program. They have the shape of an
// error but don't extend `Error`, because the host captures an unused stack for each `Error`. That
// takes longer than most programs. Errors that reach the host are real `Error`s. Also the text of
// errors that host functions throw: one module for both, because a chunk of its own costs more than
// the function.

export abstract class Raised implements Error {
  abstract readonly name: string;
  message: string;

  constructor(message = "") {
    this.message = message;
  }
}

const messageLimit = 2000;

/**
 * Returns the message of `error` as text of bounded length without a stack. If it has none, the
 * text begins with `what`, which describes the event. Reading the message may throw; this function
 * never does.
 */
export function thrownMessage(error: unknown, what: string): string {
  try {
    const message: unknown =
      typeof error === "object" && error !== null && "message" in error ? error.message : error;
    const text =
      typeof message === "string"
        ? message
        : typeof message === "number"
          ? String(message)
          : `${what} without a message`;
    // This module is loaded at once, so it doesn't import `shortened`.
    // eslint-disable-next-line texts/shortened-texts -- marks the cut itself
    return text.length > messageLimit ? `${text.slice(0, messageLimit)}…` : text;
  } catch {
    return `${what} with an error that cannot be read`;
  }
}
