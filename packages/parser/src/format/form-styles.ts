// The layouts of forms with special line breaks, by name. Every other list is a call: its arguments
// are below each other, beside the name.

export interface FormStyle {
  /**
   * The number of forms beside the name; the others are the body, indented by two columns.
   * `parameters` means the forms up to a parameter vector, if any. `definition` means the name and
   * a parameter vector directly after it.
   */
  readonly beside: number | "parameters" | "definition";
  /** The first form beside the name is a vector of names and values, or of functions. */
  readonly first?: "bindings" | "functions";
  /** The body consists of pairs. With `constants`, their first forms are data. */
  readonly pairs?: "tests" | "constants";
  /** The symbol between the forms of a pair, which makes it three forms. */
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

/** The calls whose arguments are pairs, with the number of arguments before the pairs. */
export const argumentPairs: ReadonlyMap<string, number> = new Map([
  ["assoc", 1],
  ["hash-map", 0],
  ["array-map", 0],
  ["sorted-map", 0],
]);
