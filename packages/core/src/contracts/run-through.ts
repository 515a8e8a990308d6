// Runs work through a function of a sink, such as inside a span. A broken sink never fails a run:
// the work then runs without it.

/** Runs `work` through `enter`, which calls its argument: not more than once, and at least here. */
export function runThrough<Result>(enter: (work: () => void) => void, work: () => Result): Result {
  let settled: { readonly result: Result } | { readonly error: unknown } | undefined;
  const once = (): typeof settled & object => {
    if (settled !== undefined) return settled;
    try {
      settled = { result: work() };
    } catch (error) {
      settled = { error };
    }
    return settled;
  };
  try {
    enter(once);
  } catch {
    // Ignore the error: a failing trace must not fail the run.
  }
  const outcome = once();
  if ("error" in outcome) throw outcome.error;
  return outcome.result;
}
