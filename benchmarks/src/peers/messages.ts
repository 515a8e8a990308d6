// The messages between the comparison and the process of an engine. Workloads are named by their
// position in the list.

export type Order =
  /** Prepare every workload and run it once. */
  | { readonly kind: "answer" }
  /** Run every workload for a while, mixed. */
  | { readonly kind: "warm-up" }
  /** Measure these workloads once, mixed when there are several. */
  | { readonly kind: "time"; readonly workloads: readonly number[]; readonly seed: number };

/** The answer of the engine, or the reason why it does not take part. */
export type Answer = { readonly json: string } | { readonly absent: string };

export type Report =
  | { readonly kind: "answers"; readonly answers: readonly Answer[] }
  /** Microseconds for one call of each workload; NaN where the engine takes no part. */
  | { readonly kind: "times"; readonly times: readonly number[] }
  | { readonly kind: "failed"; readonly message: string };
