// Generated programs in which functions that call tools move in every way that the language has:
// as arguments, in collections, in closures, through builtins, tasks, memory and lazy sequences.
// Each place that calls a tool names a tool of its own.

import fc from "fast-check";

type Parts = Record<"expression" | "callable" | "collection", string>;

const { expression, callable } = fc.letrec<Parts>((tie) => {
  /** Replaces `E`, `F` and `C` by generated parts. */
  const of = (pattern: string): fc.Arbitrary<string> => {
    const parts = pattern.split(/\b([EFC])\b/);
    const holes = parts.map((part, index) =>
      index % 2 === 0
        ? fc.constant(part)
        : tie(part === "E" ? "expression" : part === "F" ? "callable" : "collection"),
    );
    return fc.tuple(...holes).map((texts) => texts.join(""));
  };
  const oneOf = (leaf: fc.Arbitrary<string>, patterns: readonly string[]) =>
    fc.oneof(
      { maxDepth: 5, depthSize: "small", withCrossShrink: true },
      { weight: 4, arbitrary: leaf },
      ...patterns.map((pattern) => ({ weight: 1, arbitrary: of(pattern) })),
    );
  return {
    expression: oneOf(
      fc.constantFrom("1", "x", "(tool/@ {:n 1})", "(tool/@ {:n x})", '(tool/@ :text "a" :n 2)'),
      [
        "(F E)",
        "(do E E)",
        "(if (odd? x) E E)",
        "(when x E)",
        "(and E E)",
        "(or nil E)",
        "(let [x E] E)",
        "(let [f F] (f E))",
        "(let [f F g F] (g (f E)))",
        "(let [s (map F C)] (count s) E)",
        "(let [{:keys [k] :or {k F}} {:j E}] (k 1))",
        "(let [[k & more] [F F]] (k 1) (run! (fn [each] (each 1)) more) 1)",
        "(count (map F C))",
        "(count (mapv F C))",
        "(count (pmap F C))",
        "(count (filter F C))",
        "(count (keep F C))",
        "(count (mapcat (fn [x] [E x]) C))",
        "(count (map-indexed (fn [x y] E) C))",
        "(count (map (fn [x y] E) C C))",
        "(run! F C)",
        "(do (some F C) 1)",
        "(do (every? F C) 1)",
        "(count (sort-by F C))",
        "(count (sort (fn [x y] E -1) C))",
        "(count (group-by F C))",
        "(count (take-while F C))",
        "(count (into [] (map F) C))",
        "(transduce (map F) (fn ([] 0) ([a] a) ([a b] E)) 0 C)",
        "(reduce (fn [x y] E) C)",
        "(reduce (fn [x y] E) E C)",
        "(count (reductions (fn [x y] E) 0 C))",
        "(count (for [x C] E))",
        "(count (for [x C y C :when (odd? 1) :let [z E]] E))",
        "(doseq [x C] E)",
        "(doseq [x C :while E] E)",
        "(doseq [x C :while (do E nil)] E)",
        "(doseq [x C :let [z E] :when E :while (odd? x) y C] E)",
        "(count (for [x C y C :while (do E (odd? y))] E))",
        "(run! (fn [x] (do E (reduced x))) C)",
        "(reduce (fn [x y] (do E (reduced y))) 0 C)",
        "(dotimes [x 3] E)",
        "(dotimes [x (count C)] E)",
        "(loop [i 0] (if (< i 2) (do E (recur (inc i))) E))",
        "(loop [i 0 f F] (if (< i 2) (do (f i) (recur (inc i) F)) E))",
        "(loop [i 3] (when (pos? i) E (recur (dec i))))",
        "(count (pcalls (fn [] E) (fn [] E)))",
        '(task "a" E)',
        '(task (str "b-" x) E)',
        "(try E (catch Exception e E))",
        "(try (/ E 0) (catch Exception e E) (finally 1))",
        '(try (throw (ex-info "x" {:f F})) (catch Exception e ((:f (ex-data e)) 1)))',
        "(when (= x 2) (return E))",
        "(do (swap! (atom 1) F) 1)",
        "(do (update {:a 1} :a F) E)",
        "(count (update-vals {:a 1 :b 2} F))",
        "(force (delay E))",
        "(let [d (delay E)] (force d) (force d))",
        "(count (doall (lazy-seq [E E])))",
        "(count (take 2 (repeatedly (fn [] E))))",
        "(count (doall (take 2 (iterate F 1))))",
        '(count (clojure.string/replace "abab" #"b" (fn [m] (str E))))',
        "(count (with-out-str E))",
        "(apply F [E])",
        "(apply map [F C])",
        "(count (apply pcalls [(fn [] E)]))",
        "(some-> E F)",
        "(trampoline F E)",
        "(count (walk/postwalk F C))",
        "(max-key F 1 2)",
        "(case 1 1 E E)",
        "(condp = 1 2 E E)",
        "(cond-> E (odd? x) F)",
        "(letfn [(f [x] E) (g [x] (f x))] (g 1))",
        "(letfn [(f [n] (if (< n 1) E (g (dec n)))) (g [n] (f n))] (f 2))",
        "((fn self [n] (if (< n 1) E (do (F n) (self (dec n))))) 2)",
        "((fn [n & more] (count more) E) 1 E)",
        "((fn [n] (if (< n 1) E (recur (dec n)))) 2)",
        "(do (def d2 F) (d2 1))",
        "(do (defonce d3 F) (d3 1))",
        "(let [f (memoize F)] (f 1) (f 1) (f 2))",
        "(if-let [x E] E E)",
        "(:a {:a E})",
        "(count [E E])",
        "(count {:a E})",
        "(d0 1)",
        "(d1 E)",
        "(late E)",
      ],
    ),
    callable: oneOf(fc.constantFrom("tool/@", "(fn [x] (tool/@ {:n x}))", "inc", "d0", "d1"), [
      "(fn [x] E)",
      "(fn ([] E) ([x] E) ([x y] E))",
      "(partial F)",
      "(comp F F)",
      "(comp reduced F)",
      "(constantly E)",
      "(fnil F 1)",
      "(complement F)",
      "(juxt F F)",
      "(if (odd? x) F F)",
      "(or nil F)",
      "(get {:a F} :a)",
      "(:a {:a F :b F})",
      "(first [F F])",
      "(nth (list F F) 1)",
      "(let [[_ f] [F F]] f)",
      "(let [f F] (fn [x] (f x) E))",
      "@(atom F)",
      "@(delay F)",
      "#'d0",
      "(identity F)",
      "(case 1 2 F F)",
      "(letfn [(f [x] E)] f)",
      '(task "f" F)',
      "(try F (catch Exception e F))",
      "(loop [f F] f)",
      "(last (map identity [F]))",
      "(apply partial [F])",
      "(def d4 F)",
      "(:f (into {} [[:f F]]))",
    ]),
    collection: oneOf(
      fc.constantFrom(
        "[1 2 3]",
        "[]",
        "nil",
        "data/xs",
        "(range 3)",
        "(range 1 3)",
        "{:a 1 :b 2}",
        '"ab"',
        "#{1 2}",
        "(list 1 2)",
        "(take 2 (range 5))",
        "(filter odd? [1 2 3])",
      ),
      ["[E E]", "(map F C)", "(cons E C)", "(vec C)", "(rest C)", "(for [x C] E)", "#{1 E}"],
    ),
  };
});

/** Gives each place that calls a tool a tool of its own, from `t0` on. */
function numbered(source: string, from = 0): string {
  let next = from;
  return source
    .replaceAll("@ ", () => `t${String(next++)} `)
    .replaceAll(/tool\/@/g, () => `tool/t${String(next++)}`);
}

/** An earlier program, whose definitions are in memory, and a program. */
export const arbitraryEffects: fc.Arbitrary<readonly [before: string, source: string]> = fc
  .tuple(
    callable,
    callable,
    fc.array(expression, { minLength: 1, maxLength: 3 }),
    callable,
    fc.boolean(),
  )
  .map(([first, second, body, late, isReturned]) => {
    const define = (name: string, value: string): string =>
      `(def ${name} (let [x 1 d0 inc d1 inc late inc] ${value}))`;
    const before = numbered(define("d0", first), 1_000);
    const last = body.at(-1) ?? "1";
    const lines = [
      "(declare late)",
      `(def d1 (let [x 1 late inc d1 dec] ${second}))`,
      `(let [x 2] ${body.slice(0, -1).join("\n  ") || "1"})`,
      `(def late (let [x 1] ${late}))`,
      `(let [x 3] ${isReturned ? `(return ${last})` : last})`,
    ];
    return [before, numbered(lines.join("\n"))];
  });

/** All tools of the generated programs. */
export const effectToolNames: readonly string[] = [0, 1_000].flatMap((from) =>
  Array.from({ length: 400 }, (_, index) => `t${String(from + index)}`),
);
