// Generated programs that call the tool `ask` wherever a program can call a function: in sequence
// functions, lazy sequences, loops, transducers, branches, exceptions. Some of them fail.

import fc from "fast-check";

type Parts = Record<"number" | "fn" | "items", string>;

/** Returns the texts of a template, with generated texts in its gaps. */
function form(
  pieces: TemplateStringsArray,
  ...gaps: readonly fc.Arbitrary<string>[]
): fc.Arbitrary<string> {
  return fc
    .tuple(...gaps)
    .map((texts) => pieces.map((piece, index) => piece + (texts[index] ?? "")).join(""));
}

const leaf = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: -2, max: 12 }).map(String) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      "x",
      "(count data/rows)",
      "(:a (first data/rows))",
      "(rand-int 9)",
      "(first shared)",
      "(nth shared 2)",
      "(reduce + (take 3 shared))",
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      "nil",
      ":k",
      "(/ 1 0)",
      "(nth [1] 5)",
      '(throw (ex-info "no" {:a x}))',
      "(subs nil 1)",
      "(deep 30)",
    ),
  },
);

const { number } = fc.letrec<Parts>((tie) => {
  const [value, fn, items] = [tie("number"), tie("fn"), tie("items")];
  const word = fc.constantFrom<string[]>;
  return {
    number: fc.oneof(
      { maxDepth: 5, depthSize: "small" },
      leaf,
      form`(ask ${value})`,
      form`(${word("+", "*", "max", "-")} ${value} ${value})`,
      form`(count (str ${value} ${value}))`,
      form`(reduce ${word("+", "(fn [a b] (+ a (ask b)))", "(fn [a b] (ask (+ a b)))")} 0 ${items})`,
      form`(${word("count", "first", "last", "apply +")} ${items})`,
      form`(nth ${items} ${word("0", "1", "2")})`,
      form`(${fn} ${value})`,
      form`(if (odd? ${value}) ${value} ${value})`,
      form`(case (mod ${value} 3) 0 ${value} 1 ${value} ${value})`,
      form`(or ${value} ${value})`,
      form`(do (println ${value}) ${value})`,
      form`(do (doseq [i ${items}] ${value}) ${value})`,
      form`(let [y ${value}] (+ x y))`,
      form`(loop [i 0 n 0] (if (< i 3) (recur (inc i) (+ n ${value})) n))`,
      form`(try ${value} (catch Exception e (do (println (ex-message e)) 7)))`,
      form`(try ${value} (finally (println ${value})))`,
      form`(let [f (memoize ask)] (+ (f 3) ${value} (f 3)))`,
      form`(deref (delay ${value}))`,
      form`(task ${word('"a"', '"b"')} (ask 1))`,
      form`(transduce (map ${fn}) + 0 ${items})`,
      form`(swap! (atom 1) (fn [n] (+ n ${value})))`,
      form`(:a (update {:a ${value}} :a ${fn}))`,
      form`(count (with-out-str (print ${value})))`,
      form`(or (some (fn [n] (when (odd? n) (ask n))) ${items}) 1)`,
      form`(if (every? (fn [n] (pos? (ask n))) ${items}) 1 2)`,
    ),
    fn: fc.oneof(
      { depthSize: "small" },
      word("inc", "ask", "identity", "(comp inc ask)", "(partial + 1)", "deep", "helper"),
      form`(fn [x] (+ x ${value}))`,
      form`(comp ${fn} inc)`,
    ),
    items: fc.oneof(
      { depthSize: "small" },
      word("[1 2 3]", "(range 5)", "(map :a data/rows)", "[4 :k 2]", "(take 4 shared)", "#{3}"),
      form`(map ${fn} ${items})`,
      form`(mapv ${fn} ${items})`,
      form`(${word("filter", "remove")} (fn [n] (odd? (ask n))) ${items})`,
      form`(pmap ${fn} ${items})`,
      form`(pcalls (fn [] ${value}) (fn [] ${value}))`,
      form`(sort-by ${fn} ${items})`,
      form`(keep ${fn} ${items})`,
      form`(map-indexed (fn [i n] (+ i (ask n))) ${items})`,
      form`(take 3 (iterate ${fn} ${value}))`,
      form`(take 3 (repeatedly (fn [] ${value})))`,
      form`(mapcat (fn [n] [n ${value}]) ${items})`,
      form`(reductions + ${items})`,
      form`(take-while (fn [n] (< (ask n) 60)) ${items})`,
      form`(map count (vals (group-by (fn [n] (odd? (ask n))) ${items})))`,
      form`(into [] (comp (map ${fn}) (take 3)) ${items})`,
      form`(concat ${items} ${items})`,
      form`(lazy-seq (cons ${value} ${items}))`,
      form`(for [n ${items} :when (odd? n)] (+ n ${value}))`,
      form`(for [n ${items} :let [m (ask n)]] m)`,
      form`(${word("vec", "doall", "sort", "distinct", "rest", "reverse")} ${items})`,
      form`(map first (partition-all 2 ${items}))`,
      form`(map + ${items} ${items})`,
      form`(cons ${value} ${items})`,
      form`(flatten (clojure.walk/postwalk (fn [n] (if (number? n) (ask n) n)) ${items}))`,
      form`(vals (zipmap (range) ${items}))`,
    ),
  };
});

/** A program over the tool `ask`, which takes and returns a number. */
export const arbitraryWaitingProgram: fc.Arbitrary<string> = fc
  .array(number, { minLength: 1, maxLength: 3 })
  .map((forms) =>
    [
      "(defn ask [n] (tool/ask {:n n}))",
      "(defn deep [n] (if (pos? n) (+ 1 (deep (dec n))) (ask n)))",
      "(defn helper [n] (* 2 (inc n)))",
      "(def x 2)",
      "(def shared (map (fn [n] (ask n)) (range)))",
      `[${forms.join("\n ")}]`,
    ].join("\n"),
  );
