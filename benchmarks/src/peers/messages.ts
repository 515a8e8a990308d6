// The messages between the comparison and an engine's process. Workloads are identified by their
// position in the list.

export type Order =
  /** Prepare every workload and run it once. */
  | { readonly kind: "answer" }
  /** Run every workload for a while, mixed. */
  | { readonly kind: "warm-up" }
  /** Measure these workloads once, mixed if there are several. */
  | { readonly kind: "time"; readonly workloads: readonly number[]; readonly seed: number };

/** The engine's result, or the reason why it takes no part. */
export type Answer = { readonly json: string } | { readonly absent: string };

export type Report =
  | { readonly kind: "answers"; readonly answers: readonly Answer[] }
  /** Microseconds of one call of each workload; NaN if the engine takes no part. */
  | { readonly kind: "times"; readonly times: readonly number[] }
  | { readonly kind: "failed"; readonly message: string };
