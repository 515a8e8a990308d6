// The error for an invalid batch request, and the names of kinds for its messages.

/** A batch request is invalid. The message starts with the field. */
export class RequestError extends Error {}

/** Returns the kind of a JSON value, for messages. */
export function kindOf(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  return Array.isArray(value)
    ? "a list"
    : typeof value === "object"
      ? "an object"
      : `a ${typeof value}`;
}
