// How forms with a layout of their own are broken, by name. Every other list is a call: its
// arguments stand below each other, beside the name.

export interface FormStyle {
  /**
   * How many forms stand beside the name; the others are the body, two columns in. `parameters`:
   * those up to a vector of parameters, if there is one; `definition`: the name, and parameters
   * that follow it at once.
   */
  readonly beside: number | "parameters" | "definition";
  /** The first form beside is a vector of names and values, or of functions. */
  readonly first?: "bindings" | "functions";
  /** The body is of pairs; `constants`: their first forms are data. */
  readonly pairs?: "tests" | "constants";
  /** Stands between the forms of a pair and makes it three. */
  readonly connector?: string;
}

const block: FormStyle = { beside: 0 };
const oneBeside: FormStyle = { beside: 1 };
const binding: FormStyle = { beside: 1, first: "bindings" };
const threadedPairs: FormStyle = { beside: 1, pairs: "tests" };

export const functionStyle: FormStyle = { beside: "parameters" };

export const formStyles: ReadonlyMap<string, FormStyle> = new Map<string, FormStyle>([
  ["def", oneBeside],
  ["defonce", oneBeside],
  ["defn", { beside: "definition" }],
  ["defn-", { beside: "definition" }],
  ["fn", functionStyle],
  ["letfn", { beside: 1, first: "functions" }],
  ["let", binding],
  ["loop", binding],
  ["for", binding],
  ["doseq", binding],
  ["dotimes", binding],
  ["if-let", binding],
  ["if-some", binding],
  ["when-let", binding],
  ["when-some", binding],
  ["when-first", binding],
  ["if", oneBeside],
  ["if-not", oneBeside],
  ["when", oneBeside],
  ["when-not", oneBeside],
  ["while", oneBeside],
  ["cond", { beside: 0, pairs: "tests" }],
  ["case", { beside: 1, pairs: "constants" }],
  ["condp", { beside: 2, pairs: "tests", connector: ":>>" }],
  ["cond->", threadedPairs],
  ["cond->>", threadedPairs],
  ["as->", { beside: 2 }],
  ["doto", oneBeside],
  ["task", oneBeside],
  ["do", block],
  ["try", block],
  ["catch", { beside: 2 }],
  ["finally", block],
  ["delay", block],
  ["lazy-seq", block],
  ["comment", block],
  ["time", block],
  ["with-out-str", block],
  ["ns", oneBeside],
]);

/** Calls whose arguments are pairs, and how many stand before those. */
export const argumentPairs: ReadonlyMap<string, number> = new Map([
  ["assoc", 1],
  ["hash-map", 0],
  ["array-map", 0],
  ["sorted-map", 0],
]);
