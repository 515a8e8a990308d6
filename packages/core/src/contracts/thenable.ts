// What counts as a promise: hosts answer with promises of any library, and of any realm.

/** Whether a tool answered with something to wait for. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return (
    typeof value === "object" &&
    value !== null &&
    typeof (value as { then?: unknown }).then === "function"
  );
}
