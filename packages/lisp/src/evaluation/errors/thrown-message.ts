// Converts a value thrown by a host function, which may be anything, to text.

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
    return text.length > messageLimit ? `${text.slice(0, messageLimit)}…` : text;
  } catch {
    return `${what} with an error that cannot be read`;
  }
}
