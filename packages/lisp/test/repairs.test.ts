// Common mistakes of models and the errors they get. Message and hint must be enough to correct the
// program in the next turn.

import { expect, test } from "vitest";
import { foreignNames } from "../src/catalog/foreign-names.ts";
import { unsupportedNames } from "../src/catalog/unsupported-names.ts";
import { builtins } from "../src/builtins/library/table.ts";
import { isSpecialForm } from "../src/analysis/special-forms.ts";
import { failOf, printed } from "./evaluate.ts";

type Report = readonly [program: string, message: string, hint: string];

const dataInLiterals: readonly Report[] = [
  [
    "(map #({:id %}) [1 2])",
    "a map in #(…) is called here, with no arguments",
    "#(…) is a call: write (fn [x] {:key x}), or #(hash-map :key %)",
  ],
  [
    "(map #([% 1]) [1 2])",
    "a vector in #(…) is called here, with no arguments",
    "#(…) is a call: write (fn [x] [x]), or #(vector %)",
  ],
  [
    "(map #(#{%}) [1 2])",
    "a set in #(…) is called here, with no arguments",
    "#(…) is a call: write (fn [x] #{x}), or #(hash-set %)",
  ],
  [
    '(map #("x") [1 2])',
    "a string in #(…) is called here, with no arguments",
    "#(…) is a call: write (constantly value), or (fn [_] value)",
  ],
  [
    "(defn f [x] ({:id x}))",
    "a map is called here, with no arguments",
    "parentheses call: write the map without them",
  ],
];

const otherSeparators: readonly Report[] = [
  [
    '(csv/read-rows "id;price\\n1;2,50" true)',
    "csv/read-rows: line 2, column 1: the row has 2 fields, the first line has 1",
    'the first line has ";": (csv/read-rows s {:keywords true, :separator ";"})',
  ],
  [
    '(csv/read-rows "id\\tname\\n1\\tAda, L." true)',
    "csv/read-rows: line 2, column 1: the row has 2 fields, the first line has 1",
    'the first line has "\\t": (csv/read-rows s {:keywords true, :separator "\\t"})',
  ],
  [
    '(csv/read-rows "id,name\\n1,Ada, L." true)',
    "csv/read-rows: line 2, column 1: the row has 3 fields, the first line has 2",
    "quote fields that contain the separator, or read rows of any length with csv/read-csv",
  ],
];

const aboveDefinition: readonly Report[] = [
  [
    "(defn f [x] (g x)) (defn g [x] (inc x)) (f 1)",
    "g is used above its definition",
    "move the definition of g up, or write (declare g) before its first use",
  ],
  [
    "(println total) (do (def total 3))",
    "total is used above its definition",
    "move the definition of total up, or write (declare total) before its first use",
  ],
];

const hidden: readonly Report[] = [
  [
    "(let [count 5 xs [1 2]] (count xs))",
    "count is a local of this program, number 5, and cannot be called",
    "the local hides the function count: give it another name",
  ],
  [
    "(defn f [name] (name :a)) (f nil)",
    "name is a local of this program, nil, and cannot be called",
    "the local hides the function name: give it another name",
  ],
  [
    "(def count 5) (count [1])",
    "count is a definition of this program, number 5, and cannot be called",
    "the definition hides the function count: give it another name",
  ],
  [
    "(let [list [1 2]] (list 1 2))",
    "a vector called as a function takes 1 argument, got 2",
    "the local hides the function list: give it another name",
  ],
  [
    "(let [first [1 2]] (first [3]))",
    "a vector is called with an index, got vector",
    "the local hides the function first: give it another name",
  ],
];

const inAnotherOrder: readonly Report[] = [
  [
    '(->> "a-b" (str/split #"-"))',
    'split: expected a string, got regex #"-"',
    'str/split takes the value first, so thread it with ->: write (-> "a-b" (str/split #"-"))',
  ],
  [
    '(re-find "abc" #"b")',
    're-find: expected a pattern such as #"\\d+", got string "abc"',
    'the pattern comes first, written #"…" or made by (re-pattern s)',
  ],
  [
    "(map [1 2] inc)",
    "map: expected a collection, got a function",
    "the collection comes last: (map f coll); write (map inc [1 2])",
  ],
  [
    "(filter [1 2] odd?)",
    "filter: expected a collection, got a function",
    "the collection comes last: (filter f coll); write (filter odd? [1 2])",
  ],
  [
    '(str/join ["a" "b"] ", ")',
    'join: expected a separator string, got vector ["a" "b"]',
    'the separator comes first: (join ", " coll)',
  ],
  [
    "(reduce [1 2] +)",
    "reduce: expected a collection, got a function",
    "the collection comes last: (reduce f coll); write (reduce + [1 2])",
  ],
  [
    "(reduce 0 + [1 2])",
    "reduce: expected a function first, got number 0",
    "write (reduce f init coll)",
  ],
  [
    "(reduce + [1 2] 0)",
    "reduce: expected a collection, got number 0",
    "write (reduce f init coll)",
  ],
  [
    "(apply [1 2] +)",
    "apply: expected a collection, got a function",
    "the collection comes last: (apply f coll); write (apply + [1 2])",
  ],
  [
    "(take [1 2] 1)",
    "take: expected a number of elements, got vector [1 2]",
    "the number comes first: (take n coll)",
  ],
  [
    "(nth 0 [1 2])",
    "nth: expected an index, got vector [1 2]",
    "the collection comes first: (nth coll index)",
  ],
  [
    "(assoc :a 1 {})",
    "assoc: expected a map or a vector to put 1 in, got keyword :a",
    "the map comes first: (assoc m key value)",
  ],
  [
    '(format 5 "%d")',
    "format: expected a format string, got number 5",
    'the format string comes first: (format "%d" x)',
  ],
  [
    '(.format "%d" 5)',
    '.format: expected a date or time and a formatter, got string "%d"',
    'omit the dot: (format "%d" x …)',
  ],
  [
    "(str/includes? [1 2] 1)",
    "includes?: expected a string, got vector [1 2]",
    "for an element of a collection use (some #{x} coll), for its index (.indexOf coll x)",
  ],
  [
    '(str/index-of ["a"] "a")',
    'index-of: expected a string, got vector ["a"]',
    "for an element of a collection use (some #{x} coll), for its index (.indexOf coll x)",
  ],
];

const ofAnotherKind: readonly Report[] = [
  [
    '(case "paid" :paid 1 :open 2)',
    'case: no clause matches "paid"',
    'a clause has keyword :paid, the value is string "paid": write "paid" in the clause',
  ],
  [
    '(case :paid ("open" "paid") 1)',
    "case: no clause matches :paid",
    'a clause has string "paid", the value is keyword :paid: write :paid in the clause',
  ],
  [
    '(case 1 "1" :a)',
    "case: no clause matches 1",
    'a clause has string "1", the value is number 1: write 1 in the clause',
  ],
  ["(case :lost :paid 1)", "case: no clause matches :lost", "end case with a default value"],
];

const elsewhere: readonly Report[] = [
  ["(len [1 2])", "unknown symbol len", "use count: (count coll)"],
  ["(map mean [[1 2]])", "unknown symbol mean", "use (avg coll), or (avg-by :key rows)"],
  ["(!= 1 2)", "unknown symbol !=", "use not=: (not= x y)"],
  ["(progn 1 2)", "unknown symbol progn", "use do: (do a b)"],
  ["(sort desc [1])", "unknown symbol desc", "pass > as comparator: (sort-by :key > coll)"],
  ["(and (&& true false))", "unknown symbol &&", "use and: (and a b)"],
  ["(|| true false)", "unknown symbol ||", "use or: (or a b)"],
  ["(if None 1 2)", "unknown symbol None", "use nil"],
  ["(elif 1 2)", "unknown symbol elif", "the last test of cond is :else: (cond test a :else b)"],
  ["(lambda [x] x)", "unknown symbol lambda", "use fn: (fn [x] …)"],
  [
    "(append [1] 2)",
    "unknown symbol append",
    "use conj for one element, concat or into for a collection",
  ],
  [
    "(let [order {:total 1}] (inc order.total))",
    "unknown symbol order.total",
    "read fields by keyword: (:total order)",
  ],
  [
    "(def order {:a {:b 1}}) (inc order.a.b)",
    "unknown symbol order.a.b",
    "read fields by keyword: (get-in order [:a :b])",
  ],
];

test.each([
  ...dataInLiterals,
  ...otherSeparators,
  ...aboveDefinition,
  ...hidden,
  ...inAnotherOrder,
  ...ofAnotherKind,
  ...elsewhere,
])("explains the mistake and how to repair it: %s", async (program, message, hint) => {
  const fail = await failOf(program);
  expect(fail.message).toBe(message);
  expect(fail.details?.hint).toBe(hint);
  expect(fail.details?.errors ?? []).toEqual([]);
});

const absences: readonly (readonly [program: string, hint: string])[] = [
  ["(long-array 3)", "use vec: there are no arrays"],
  [
    "(isa? :a :b)",
    "there are no hierarchies: keep the kinds in a map or set, and test with cond or contains?",
  ],
  [
    "(unchecked-add 1 2)",
    "integers do not overflow: use + - * inc dec, and bit-and to limit the bits",
  ],
  ["(Throwable->map e)", "use (ex-message e), (ex-data e) and (ex-cause e)"],
  ["(ns-map 'user)", "there is one namespace: use require at the beginning for a short prefix"],
  ["(BigDecimal. 1)", "numbers can be decimals: 1.5 is one"],
  ["(map (memfn toUpperCase) [])", "write a function: #(.toUpperCase %)"],
  ["(Boolean. 1)", "use (Boolean/parseBoolean s) or parse-boolean"],
];

test.each(absences)(
  "%s is unsupported, and the hint shows an alternative",
  async (program, hint) => {
    expect((await failOf(program)).details).toMatchObject({ kind: "unsupported", hint });
  },
);

test("names the members of a namespace that lacks the requested one", async () => {
  const { message, details } = await failOf('(str/strip " a ")');
  expect(message).toMatch(/^str has no strip; it has: join upper-case/);
  expect(details?.hint).toBe("use (str/trim s)");
});

test("no name of the language counts as foreign, and no name is listed twice", () => {
  const known = [...foreignNames.keys()].filter(
    (name) => builtins.has(name) || isSpecialForm(name) || unsupportedNames.has(name),
  );
  expect(known).toEqual([]);
});

test("hints for foreign names suggest existing functions", () => {
  const unknown = new Set<string>();
  for (const advice of foreignNames.values())
    for (const [, name = ""] of advice.matchAll(/\((?!fn |let |def |the )([^\s():[\]]+)[\s)]/g))
      if (!builtins.has(name) && !builtins.has(`clojure.string/${name.replace(/^str\//, "")}`))
        if (!isSpecialForm(name) && name !== "f" && name !== "json/parse-string") unknown.add(name);
  expect([...unknown]).toEqual([]);
});

test("doesn't take a program's own data name for a foreign function", async () => {
  expect((await failOf("(map :id items)")).details?.hint ?? "").not.toMatch(/use the map/);
  expect((await failOf("(items {})")).details?.hint).toMatch(/use the map/);
});

test("accepts a name that is declared, defined below and called later", async () => {
  expect(await printed("(declare g) (defn f [x] (g x)) (defn g [x] (inc x)) (f 1)")).toBe("2");
});

test("doc explains foreign names too", async () => {
  expect(await printed("(doc len)")).toBe('"there is no len: use count: (count coll)"');
});
