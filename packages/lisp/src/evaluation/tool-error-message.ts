// What a program hears of a tool that failed.

const messageLimit = 2000;

/** The message of what a tool threw: text only, no stack, bounded. Reading it may itself throw. */
export function toolErrorMessage(error: unknown): string {
  try {
    const message: unknown = typeof error === "object" && error !== null && "message" in error ? error.message : error;
    const text = typeof message === "string" ? message : typeof message === "number" ? String(message) : "the tool failed without a message";
    return text.length > messageLimit ? `${text.slice(0, messageLimit)}…` : text;
  } catch {
    return "the tool failed with an error that cannot be read";
  }
}
