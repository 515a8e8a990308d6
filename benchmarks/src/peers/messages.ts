// What the comparison and the process of an engine say to each other. Workloads go by their place
// in the list.

export type Order =
  /** Make every workload ready and run it once. */
  | { readonly kind: "answer" }
  /** Run every workload for a while, mixed. */
  | { readonly kind: "warm-up" }
  /** Time these once more. Those of one order are mixed. */
  | { readonly kind: "time"; readonly workloads: readonly number[]; readonly seed: number };

/** What the engine answered, or why it does not take part. */
export type Answer = { readonly json: string } | { readonly absent: string };

export type Report =
  | { readonly kind: "answers"; readonly answers: readonly Answer[] }
  /** Microseconds of one call, for each workload; NaN where the engine takes no part. */
  | { readonly kind: "times"; readonly times: readonly number[] }
  | { readonly kind: "failed"; readonly message: string };
