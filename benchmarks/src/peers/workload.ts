// The unit of measurement: one computation, written in each language, with its data and tools. All
// programs of a workload must return the same JSON.

/**
 * The computation as a user of the language would write it. `javascript` is the body of a
 * function, which may await if there are tools.
 */
export interface Programs {
  readonly lisp: string;
  /** The value of the last expression is the result. */
  readonly python: string;
  readonly javascript: string;
  readonly clojure: string;
}

/** Named values passed in: `data/name` in PTC-Lisp, a variable in the other languages. */
export type Data = Readonly<Record<string, unknown>>;

/** A tool takes one object of arguments, `{ n }`, in every engine. */
export type Tool = (input: unknown) => Promise<number>;

export type EngineName =
  | "ptc"
  | "ptc-closures"
  | "monty"
  | "quickjs"
  | "isolated-vm"
  | "nbb"
  | "nbb-converted"
  | "run"
  | "plain";

/**
 * The project's promise for a workload:
 * - `faster`: the engine takes at least `times` as long as ours
 * - `within`: ours takes at most `times` as long as the engine
 * - `faster-than-next`: every sandbox takes at least `times` as long
 * - `above-plain`: ours takes less than the given milliseconds more than plain JavaScript
 */
export type Target =
  | { readonly kind: "faster"; readonly than: EngineName; readonly times: number }
  | { readonly kind: "within"; readonly of: EngineName; readonly times: number }
  | { readonly kind: "faster-than-next"; readonly times: number }
  | { readonly kind: "above-plain"; readonly milliseconds: number };

export interface Workload {
  /** The name of its row. */
  readonly name: string;
  /** The start of a call: from source, in a new sandbox, or from what the engine can prepare. */
  readonly start: "source" | "prepared";
  readonly programs: Programs;
  readonly data?: Data;
  readonly tools?: Readonly<Record<string, Tool>>;
  /** True if the workload waits, so that it is measured by the clock and not by processor time. */
  readonly waits?: boolean;
  /** The workloads of one mix are called in random order, and each call is measured separately. */
  readonly mix?: string;
  readonly targets: readonly Target[];
}

export function faster(than: EngineName, times: number): Target {
  return { kind: "faster", than, times };
}

export function within(of: EngineName, times: number): Target {
  return { kind: "within", of, times };
}

/** The targets of every row, unless it has its own. */
export const noSlower: readonly Target[] = [faster("quickjs", 1), faster("isolated-vm", 1)];

export const fasterThanAll: readonly Target[] = [{ kind: "faster-than-next", times: 1 }];
