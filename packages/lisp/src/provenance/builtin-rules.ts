// The effect of a builtin on the origins of its arguments. Only builtins that pass parts of their
// arguments on, unchanged, have a rule. The result of any other builtin has every origin of its
// arguments.
//
//   results     contains what its function returned, as `map` does
//   elements    contains parts of its arguments, as `filter` does
//   state       changes its first argument and returns what is in it

export type BuiltinRule =
  | { readonly type: "results"; readonly passesParts?: true }
  | {
      readonly type: "elements";
      /** True for an argument that is itself an element of the result, by its index. */
      readonly whole?: (index: number, count: number) => boolean;
      /** True if the result contains what its function returned too. */
      readonly results?: true;
    }
  | { readonly type: "state" };

const results: BuiltinRule = { type: "results" };
const elements: BuiltinRule = { type: "elements" };

const allWhole = (): boolean => true;

const rules = new Map<string, BuiltinRule>([
  ...[
    "map",
    "mapv",
    "keep",
    "map-indexed",
    "keep-indexed",
    "pmap",
    "pcalls",
    "repeatedly",
    "update-vals",
    "sum-by",
    "avg-by",
    "some",
  ].map((name) => [name, results] as const),
  ["mapcat", { type: "results", passesParts: true }],
  ...[
    "filter",
    "filterv",
    "remove",
    "take-while",
    "drop-while",
    "partition",
    "partition-all",
    "partition-by",
    "split-at",
    "split-with",
    "distinct",
    "dedupe",
    "interleave",
    "concat",
    "take-nth",
    "sort",
    "sort-by",
    "shuffle",
    "rand-nth",
    "random-sample",
    "min-by",
    "max-by",
    "distinct-by",
    "first",
    "second",
    "last",
    "rest",
    "next",
    "ffirst",
    "fnext",
    "nfirst",
    "nnext",
    "nth",
    "nthrest",
    "nthnext",
    "take",
    "drop",
    "take-last",
    "drop-last",
    "butlast",
    "subvec",
    "peek",
    "pop",
    "reverse",
    "rseq",
    "seq",
    "vec",
    "set",
    "into",
    "keys",
    "vals",
    "entries",
    "key",
    "val",
    "doall",
    "not-empty",
    "zip",
    "cycle",
    "zipmap",
    "transient",
    "persistent!",
    "deref",
    "force",
    "ex-data",
    "frequencies",
    "sequence",
    "eduction",
    "flatten",
  ].map((name) => [name, elements] as const),
  ["group-by", { type: "elements", results: true }],
  ["cons", { type: "elements", whole: (index) => index === 0 }],
  ["conj", { type: "elements", whole: (index) => index > 0 }],
  ["vector", { type: "elements", whole: allWhole }],
  ["list", { type: "elements", whole: allWhole }],
  ["list*", { type: "elements", whole: (index, count) => index < count - 1 }],
  ["hash-set", { type: "elements", whole: allWhole }],
  ["repeat", { type: "elements", whole: allWhole }],
  ["interpose", { type: "elements", whole: (index) => index === 0 }],
  ["atom", { type: "elements", whole: allWhole }],
  ["volatile!", { type: "elements", whole: allWhole }],
  ["reduced", { type: "elements", whole: allWhole }],
  ...[
    "swap!",
    "reset!",
    "vreset!",
    "vswap!",
    "swap-vals!",
    "reset-vals!",
    "compare-and-set!",
    "conj!",
    "assoc!",
    "dissoc!",
    "disj!",
    "pop!",
  ].map((name) => [name, { type: "state" }] as const),
]);

export function ruleOf(name: string): BuiltinRule | undefined {
  return rules.get(name);
}

/** The index of the function among the arguments; 0 for all other builtins. */
const functionIndexes = new Map([
  ["swap!", 1],
  ["swap-vals!", 1],
  ["vswap!", 1],
  ["update", 2],
  ["update-in", 2],
  ["update-vals", 1],
  ["update-keys", 1],
]);

export function functionIndexOf(name: string): number {
  return functionIndexes.get(name) ?? 0;
}

/** Builtins that keep functions in what they return, and call none of them. */
const makers = new Set([
  "comp",
  "partial",
  "juxt",
  "every-pred",
  "some-fn",
  "fnil",
  "complement",
  "constantly",
  "comparator",
  "memoize",
  "completing",
  "delay",
  "lazy-seq",
  "iterate",
  "eduction",
  "set-validator!",
]);

export function keepsFunctions(name: string): boolean {
  return makers.has(name);
}

/** Builtins that call their function with what it has returned before. */
export function passesResultsOn(name: string): boolean {
  const rule = rules.get(name);
  return !(rule?.type === "results" || rule?.type === "elements");
}

/** Builtins that return a part of an argument as it is. */
const takers = new Set([
  "first",
  "second",
  "last",
  "ffirst",
  "nth",
  "peek",
  "rand-nth",
  "min-by",
  "max-by",
  "min-key",
  "max-key",
  "deref",
  "force",
  "key",
  "val",
  "find",
  "some",
  "reduce",
  "identity",
  "get",
  "ex-data",
]);

export function takesOut(name: string): boolean {
  return takers.has(name);
}

const readers = new Set(["deref", "persistent!", "realized?", "bound?"]);

/** Builtins that read state which may have been changed. */
export function readsState(name: string): boolean {
  return readers.has(name);
}

const progressReaders = new Set(["with-out-str", "realized?"]);

/** Builtins whose result shows whether other code has printed or computed something. */
export function readsProgress(name: string): boolean {
  return progressReaders.has(name);
}

const printers = new Set([
  "print",
  "println",
  "pr",
  "prn",
  "printf",
  "print-table",
  "newline",
  "doc",
  "dir",
]);

export function prints(name: string): boolean {
  return printers.has(name);
}
