// Follows a promise that may break the rules: a tool can return any object with a `then`.

/** Calls one of the functions once, when `answer` settles. */
export function settleOnce(
  answer: unknown,
  succeed: (value: unknown) => void,
  fail: (error: unknown) => void,
): void {
  let isOver = false;
  const once =
    (settle: (settled: unknown) => void) =>
    (settled: unknown): void => {
      if (isOver) return;
      isOver = true;
      settle(settled);
    };
  try {
    (answer as PromiseLike<unknown>).then(once(succeed), once(fail));
  } catch (error) {
    once(fail)(error);
  }
}
