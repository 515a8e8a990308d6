// The text that stands in an error message for what a function of the host has thrown, which may be
// anything.

const messageLimit = 2000;

/**
 * The message of `error`: only text, of bounded length, without a stack. For an error that has none
 * the text begins with `what`, which says what happened. Reading the message may itself throw; this
 * function never does.
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
    return text.length > messageLimit ? `${text.slice(0, messageLimit)}…` : text;
  } catch {
    return `${what} with an error that cannot be read`;
  }
}
