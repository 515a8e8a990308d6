// The contract of a check: a name, and a run that never throws for the problems it looks for.

/**
 * The outcome of a check. Its fields:
 * - `problems`: one line each with the location and the fix
 * - `note`: the scope of the check, to make an empty check visible
 * - `details`: lines worth reading even if the check passes
 */
export type CheckOutcome =
  | { readonly status: "passed"; readonly note: string; readonly details?: readonly string[] }
  | { readonly status: "skipped"; readonly reason: string }
  | { readonly status: "failed"; readonly problems: readonly string[] };

export interface Check {
  readonly name: string;
  readonly run: () => Promise<CheckOutcome>;
}

/** Returns "failed" if there are problems, otherwise "passed" with the note. */
export function outcomeOf(problems: readonly string[], note: string): CheckOutcome {
  return problems.length > 0 ? { status: "failed", problems } : { status: "passed", note };
}
