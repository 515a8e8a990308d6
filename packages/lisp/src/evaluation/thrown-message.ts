// What is told of something a function of the host threw, which may be anything.

const messageLimit = 2000;

/**
 * Its message: text only, no stack, bounded. Where there is none, `what` says what happened.
 * Reading it may itself throw.
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
