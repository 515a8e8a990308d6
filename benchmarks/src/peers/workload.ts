// What is measured: one computation, written once for each language, with the data and the tools it
// is given. All programs of a workload must answer with the same JSON.

/**
 * The same computation as its user would write it. `javascript` is the body of a function, which
 * may await where there are tools.
 */
export interface Programs {
  readonly lisp: string;
  /** The last expression is the answer. */
  readonly python: string;
  readonly javascript: string;
  readonly clojure: string;
}

/** Named values passed in: `data/name` in PTC-Lisp, a variable in the other languages. */
export type Data = Readonly<Record<string, unknown>>;

/** A tool takes one object of arguments, `{ n }`, in every engine. */
export type Tool = (input: unknown) => Promise<number>;

export type EngineName =
  "ptc" | "monty" | "quickjs" | "isolated-vm" | "nbb" | "nbb-converted" | "run" | "plain";

/**
 * What the project promises for a workload: `faster`: the engine takes at least `times` as long as
 * we do · `within`: we take at most `times` as long as the engine · `faster-than-next`: every
 * sandbox takes at least `times` as long · `above-plain`: less than so many milliseconds more than
 * plain JavaScript.
 */
export type Target =
  | { readonly kind: "faster"; readonly than: EngineName; readonly times: number }
  | { readonly kind: "within"; readonly of: EngineName; readonly times: number }
  | { readonly kind: "faster-than-next"; readonly times: number }
  | { readonly kind: "above-plain"; readonly milliseconds: number };

export interface Workload {
  /** The name of its row. */
  readonly name: string;
  /**
   * Where a call starts: at the source, in a fresh sandbox, or at what the engine could prepare.
   */
  readonly start: "source" | "prepared";
  readonly programs: Programs;
  readonly data?: Data;
  readonly tools?: Readonly<Record<string, Tool>>;
  /** Time passes while nothing runs, so the clock is read instead of what the processor spent. */
  readonly waits?: boolean;
  /** The workloads of one mix run in random order among each other, each call timed alone. */
  readonly mix?: string;
  readonly targets: readonly Target[];
}

export function faster(than: EngineName, times: number): Target {
  return { kind: "faster", than, times };
}

export function within(of: EngineName, times: number): Target {
  return { kind: "within", of, times };
}
