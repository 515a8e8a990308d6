// The contract of a check: a name to call it by and a run that never throws for what it is looking
// for.

/**
 * `problems`: one line each, naming the place and what to do. `note`: what was looked at, so that
 * an empty check is seen. `details`: lines worth reading when all is well.
 */
export type CheckOutcome =
  | { readonly status: "passed"; readonly note: string; readonly details?: readonly string[] }
  | { readonly status: "skipped"; readonly reason: string }
  | { readonly status: "failed"; readonly problems: readonly string[] };

export interface Check {
  readonly name: string;
  readonly run: () => Promise<CheckOutcome>;
}

/** Failed when there is a problem, passed with the note otherwise. */
export function outcomeOf(problems: readonly string[], note: string): CheckOutcome {
  return problems.length > 0 ? { status: "failed", problems } : { status: "passed", note };
}
