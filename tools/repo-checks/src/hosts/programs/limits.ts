// Programs stopped by limits: the same work under limits of every kind and size, and recursion of
// every shape. The point where a host stops must not depend on its stack size, clock or memory.

import type { HostProgram } from "../host-program.ts";

const rows = Array.from({ length: 200 }, (_, index) => ({
  id: index,
  group: `g${String(index % 7)}`,
  amount: index * 1.25,
  due_date: `2026-0${String((index % 9) + 1)}-11`,
}));

/** Work of many kinds, each enough for thousands of steps. */
const works: ReadonlyMap<string, string> = new Map([
  ["loop", "(loop [i 0 acc []] (if (< i 3000) (recur (inc i) (conj acc (* i i))) (count acc)))"],
  [
    "group",
    "(->> data/rows (group-by :group) (map (fn [[g rows]] [g (reduce + (map :amount rows))])) (sort-by first) vec)",
  ],
  [
    "text",
    '(loop [s "" i 0] (if (< i 400) (recur (str s (format "%05d|" i)) (inc i)) (count (re-seq #"[0-9]+" s))))',
  ],
  ["maps", "(reduce (fn [m i] (assoc m [i :k] {:v (str i)})) {} (range 500))"],
  ["sorting", "(take 5 (sort-by (juxt :group (comp - :id)) data/rows))"],
  ["numbers", "(reduce * (map inc (range 300)))"],
  ["printing", '(doseq [row data/rows] (println "row" row))'],
  ["tools", "(mapv (fn [i] (:n (tool/echo {:n i}))) (range 40))"],
  ["branches", "(pmap (fn [i] (reduce + (range (* i 50)))) (range 30))"],
  [
    "lazy",
    "(->> (iterate inc 0) (filter odd?) (map #(* % %)) (take-while #(< % 1000000)) (apply +))",
  ],
  ["json", "(json/parse-string (json/generate-string (vec (repeat 30 data/rows))))"],
  ["dates", '(map (fn [i] (str (.plusDays (LocalDate/parse "2024-02-28") (* i 37)))) (range 300))'],
]);

const limits: readonly NonNullable<HostProgram["limits"]>[] = [
  { steps: 10 },
  { steps: 333 },
  { steps: 2_500 },
  { memoryBytes: 500 },
  { memoryBytes: 20_000 },
  { memoryBytes: 150_000 },
  {},
];

/** Limits that only few programs reach, each with work that reaches it. */
const others: readonly (readonly [work: string, limit: NonNullable<HostProgram["limits"]>])[] = [
  ["printing", { outputBytes: 300 }],
  ["group", { outputBytes: 30 }],
  ["tools", { toolCalls: 17 }],
  ["branches", { branches: 11 }],
  ["text", { sourceLength: 60 }],
  ["loop", { symbols: 4 }],
  ["maps", { depth: 1 }],
];

const stopped = [
  ...[...works.keys()].flatMap((name) => limits.map((limit) => [name, limit] as const)),
  ...others,
].map(([name, limit]): HostProgram => ({
  name: `${name} under ${JSON.stringify(limit)}`,
  sources: [works.get(name) ?? ""],
  limits: limit,
  context: { rows },
  tools: { echo: {} },
}));

/** Ways in which `f` calls itself. Each makes the host's stack grow by a different amount. */
const recursions: ReadonlyMap<string, string> = new Map([
  ["a function", "(+ 1 (f (dec n)))"],
  ["map", "(+ 1 (first (map (fn [x] (f (dec x))) [n])))"],
  ["reduce", "(reduce (fn [a x] (+ a 1 (f (dec x)))) 0 [n])"],
  ["apply", "(+ 1 (apply f [(dec n)]))"],
  ["sort-by", "(count (sort-by (fn [x] (f (dec n))) [2 1]))"],
  ["sort", "(count (sort (fn [a b] (f (dec n)) (< a b)) [2 1]))"],
  ["comp and partial", "((comp (partial + 1) f dec) n)"],
  ["an atom", "(let [a (atom 0)] (swap! a (fn [x] (+ 1 (f (dec n))))) @a)"],
  ["try", "(try (+ 1 (f (dec n))) (catch Exception e 0) (finally (inc n)))"],
  [
    "nested lets",
    "(let [a (dec n)] (let [[b] [a]] (let [{:keys [c]} {:c b}] (cond (nil? c) 0 :else (+ 1 (f c))))))",
  ],
  ["a lazy sequence", "(first (map inc (iterate identity (f (dec n)))))"],
  ["str", '(count (str "x" (f (dec n))))'],
  ["a transducer", "(transduce (map (fn [x] (f (dec x)))) + 1 [n])"],
  ["update", "(:k (update {:k n} :k (fn [x] (+ 1 (f (dec x))))))"],
  ["for", "(first (for [x [n]] (+ 1 (f (dec x)))))"],
  ["replace", '(count (clojure.string/replace "a" #"." (fn [_] (str "b" (f (dec n))))))'],
  ["a tool", "(+ 1 (do (tool/echo {}) (f (dec n))))"],
  ["pmap", "(+ 1 (first (pmap (fn [x] (f (dec x))) [n])))"],
  ["group-by", "(count (group-by (fn [x] (f (dec n))) [1 2]))"],
  [
    "sort inside a transducer",
    "(transduce (map (fn [x] (count (sort (fn [a b] (f (dec n)) (< a b)) [2 1])))) + 1 [n])",
  ],
  ["a sorted map", "(count (sorted-map-by (fn [a b] (f (dec n)) (compare a b)) 1 2 3 4))"],
]);

/**
 * A comparator is called more than once at each level, so the work may double with each level. The
 * step limit ends it if the depth limit doesn't.
 */
const recursing = [...recursions].flatMap(([name, body]): readonly HostProgram[] =>
  [90, 3_000, 10_000].map((levels) => ({
    name: `${String(levels)} calls through ${name}`,
    sources: [`(do (defn f [n] (if (<= n 0) 0 ${body})) (f ${String(levels)}))`],
    limits: { steps: 200_000 },
    tools: { echo: {} },
  })),
);

const nested = (depth: number, open: string, close: string, inside = ""): string =>
  open.repeat(depth) + inside + close.repeat(depth);

const deep: readonly HostProgram[] = [
  ...[100, 400, 499, 500, 501, 20_000].flatMap((depth): readonly HostProgram[] => [
    { name: `source of ${String(depth)} vectors`, sources: [nested(depth, "[", "]")] },
    { name: `source of ${String(depth)} calls`, sources: [nested(depth, "(inc ", ")", "1")] },
    {
      name: `source of ${String(depth)} functions`,
      sources: [nested(depth, "((fn [x] ", ") 1)", "2")],
    },
    { name: `source of ${String(depth)} lets`, sources: [nested(depth, "(let [x 1] ", ")", "x")] },
    { name: `source of ${String(depth)} open maps`, sources: ["{:a ".repeat(depth)] },
    {
      name: `JSON of ${String(depth)} arrays`,
      sources: ["(json/parse-string data/text)"],
      context: { text: nested(depth, "[", "]") },
    },
    {
      name: `pattern of ${String(depth)} groups`,
      sources: ['(re-find (re-pattern data/text) "aab")'],
      context: { text: nested(depth, "(?:", ")*", "a") },
    },
    {
      name: `data of ${String(depth)} vectors`,
      sources: [`(loop [i 0 v []] (if (< i ${String(depth)}) (recur (inc i) [v]) v))`],
    },
    {
      name: `comparing ${String(depth)} vectors`,
      sources: [
        `(let [f (fn [] (loop [i 0 v []] (if (< i ${String(depth)}) (recur (inc i) [v]) v)))] [(= (f) (f)) (compare (f) (f)) (count {(f) 1 [] 2}) (count (pr-str (f)))])`,
      ],
    },
  ]),
  ...[200, 1_500, 5_000].map((turns) => ({
    name: `${String(turns)} layers of a lazy sequence`,
    sources: [
      `(first (loop [i 0 s (iterate inc 0)] (if (< i ${String(turns)}) (recur (inc i) (map inc s)) s)))`,
    ],
  })),
  ...[50, 1_000].map((count) => ({
    name: `${String(count)} functions composed`,
    sources: [`((apply comp (repeat ${String(count)} inc)) 0)`],
  })),
  { name: "no end of a result", sources: ["(range)"] },
  { name: "no end of a print", sources: ["(println (cycle [1 2]))"] },
  { name: "doubling text", sources: ['(loop [s "ab"] (recur (str s s)))'] },
  {
    name: "doubling structure",
    sources: ["(loop [v [1] i 0] (if (< i 60) (recur [v v] (inc i)) v))"],
    limits: { memoryBytes: 5_000_000 },
  },
  { name: "growing integer", sources: ["(loop [n 3] (recur (* n n)))"] },
  { name: "large range", sources: ["(vec (range 1e12))"], limits: { memoryBytes: 1_000_000 } },
  {
    name: "limits cannot be caught",
    sources: ["(try (loop [] (recur)) (catch Exception e :caught))"],
    limits: { steps: 5_000 },
  },
];

export const limitPrograms: readonly HostProgram[] = [...stopped, ...recursing, ...deep];
