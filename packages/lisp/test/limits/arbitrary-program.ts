// Generated programs of the parts that use budgets: loops, recursion, finite and infinite
// sequences, text, maps, exceptions, branches. Most end in a value or a mistake, some only at a
// limit. None depends on time or randomness.

import fc from "fast-check";

type Parts = Record<"value" | "fn", string>;

const leaf = fc.oneof(
  fc.integer({ min: -3, max: 40 }).map(String),
  fc.constantFrom(
    "nil",
    "true",
    ":a",
    ":b",
    '"text"',
    '"a-b"',
    "[]",
    "{}",
    "[3 1 2]",
    '{:a 1 "b" [2]}',
    "#{1 :a}",
    "##NaN",
    "9007199254740993",
    "x",
    "data/rows",
    "(range)",
    "(range 30)",
  ),
);

const { value } = fc.letrec<Parts>((tie) => ({
  fn: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom(
      "inc",
      "identity",
      "str",
      "vector",
      "count",
      ":a",
      "first",
      "hash-map",
      "(fn f [x] (f [x]))",
      "(comp str inc)",
    ),
    tie("value").map((body) => `(fn [x] ${body})`),
    tie("fn").map((fn) => `(memoize ${fn})`),
  ),
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    leaf,
    fc
      .tuple(
        fc.constantFrom(
          "map",
          "filter",
          "mapv",
          "group-by",
          "sort-by",
          "pmap",
          "keep",
          "iterate",
          "take-while",
          "mapcat",
        ),
        tie("fn"),
        tie("value"),
      )
      .map((parts) => `(${parts.join(" ")})`),
    fc
      .tuple(
        fc.constantFrom(
          "+",
          "*",
          "str",
          "conj",
          "concat",
          "=",
          "compare",
          "get",
          "into",
          "merge",
          "take",
          "nth",
          "list",
          "vector",
          "hash-map",
          "assoc",
        ),
        tie("value"),
        tie("value"),
      )
      .map((parts) => `(${parts.join(" ")})`),
    fc
      .tuple(
        fc.constantFrom(
          "count",
          "frequencies",
          "distinct",
          "set",
          "sort",
          "vec",
          "pr-str",
          "flatten",
          "reverse",
          "println",
          "keys",
          "doall",
        ),
        tie("value"),
      )
      .map((parts) => `(${parts.join(" ")})`),
    fc.tuple(tie("value"), tie("value")).map(([of, body]) => `(let [x ${of}] ${body})`),
    fc
      .tuple(tie("value"), tie("value"))
      .map(
        ([body, handler]) => `(try ${body} (catch Exception e ${handler}) (finally (println 1)))`,
      ),
    fc
      .tuple(tie("value"), fc.integer({ min: 1, max: 60 }))
      .map(
        ([body, turns]) =>
          `(loop [i 0 x nil] (if (< i ${String(turns)}) (recur (inc i) ${body}) x))`,
      ),
    fc
      .tuple(tie("value"), tie("value"), tie("value"))
      .map(([test, then, otherwise]) => `(if ${test} ${then} ${otherwise})`),
    tie("value").map((body) => `(task "t" ${body})`),
    tie("value").map((body) => `(def kept ${body})`),
    tie("value").map((body) => `(tool/echo {:x ${body}})`),
  ),
}));

export const arbitraryProgram: fc.Arbitrary<string> = fc
  .array(value, { minLength: 1, maxLength: 3 })
  .map((forms) => `(def x 2) ${forms.join(" ")}`);
