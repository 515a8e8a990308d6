// The error for a wrong batch request, and the checks that its readers share.

/** `message` begins with the field. */
export class RequestError extends Error {}

/** The kind of a JSON value, for a message. */
export function kindOf(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  return Array.isArray(value)
    ? "a list"
    : typeof value === "object"
      ? "an object"
      : `a ${typeof value}`;
}
