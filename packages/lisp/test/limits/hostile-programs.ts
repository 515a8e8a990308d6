// Programs that take as much memory as their limits allow, each in another way.

/** Keeps values of `expression` without end. */
function keeping(expression: string): string {
  return `(loop [i 0 v []] (recur (inc i) (conj v ${expression})))`;
}

/** A vector in a vector, and so on: 2^n leaves that share their structure. */
const shared = (levels: number): string =>
  `(reduce (fn [a _] [a a]) [1] (range ${String(levels)}))`;

const texts = (count: number, text: string): string =>
  `(apply str (repeat ${String(count)} "${text}"))`;

export const hostilePrograms: ReadonlyMap<string, string> = new Map([
  ["subsets of a text", keeping('(subs "abcdefghijklmnopqrstuvwxyz" 3)')],
  ["functions", keeping("(fn [] 1)")],
  ["closures", keeping("(fn [x] (+ x i))")],
  ["vectors", keeping("[i]")],
  ["maps", keeping("{:a i}")],
  ["sets", keeping("#{i}")],
  ["sorted maps", keeping("(sorted-map :a i)")],
  ["lists", keeping("(list i)")],
  ["cons", keeping("(cons i nil)")],
  ["rows", keeping("(zipmap [:a :b :c] [i i i])")],
  ["texts", keeping('(str i "abc")')],
  ["keywords", keeping('(keyword (str "k" i))')],
  ["bigints", keeping("(* 4503599627370497 4096 (inc i))")],
  ["dates", keeping("(LocalDate/of 2024 1 1)")],
  ["durations", keeping("(Duration/ofMinutes i)")],
  ["zoned times", keeping('(ZonedDateTime/parse "2026-01-31T12:30Z[UTC]")')],
  ["identifiers", keeping("(random-uuid)")],
  ["atoms", keeping("(atom i)")],
  ["delays", keeping("(delay i)")],
  ["exceptions", keeping('(ex-info "a" {})')],
  ["transducers", keeping("(map inc)")],
  ["compositions", keeping("(comp inc dec)")],
  ["partial functions", keeping("(partial + i)")],
  ["predicates", keeping("(every-pred even? odd?)")],
  ["memoized results", "(let [f (memoize (fn [x] [x]))] (loop [i 0] (do (f i) (recur (inc i)))))"],
  ["parsed arrays", keeping('(json/parse-string "[[],[],[],[],[],[],[],[]]")')],
  [
    "a parsed array of arrays",
    `(count (json/parse-string (str "[" ${texts(900_000, "[],")} "1]")))`,
  ],
  ["parsed rows", `(count (csv/read-csv ${texts(900_000, "a,b\\n")}))`],
  ["matches", `(count (re-seq #"(a)(,)" ${texts(900_000, "a,")}))`],
  ["postwalk", `(clojure.walk/postwalk identity ${shared(40)})`],
  ["prewalk", `(clojure.walk/prewalk identity ${shared(40)})`],
  ["flatten", `(flatten ${shared(30)})`],
  ["partition-all", "(count (doall (partition-all 1 (range 3000000))))"],
  ["partition-by", "(count (doall (partition-by identity (range 3000000))))"],
  ["group-by", "(count (group-by identity (range 3000000)))"],
  ["frequencies", "(count (frequencies (range 3000000)))"],
  ["distinct", "(count (distinct (range 3000000)))"],
  ["sort", "(count (sort (map - (range 3000000))))"],
  ["mapv", "(count (mapv vector (range 3000000)))"],
  ["a map", "(loop [i 0 m {}] (recur (inc i) (assoc m i i)))"],
  ["recursion", "((fn f [n] (cons n (f (inc n)))) 0)"],
  ["lazy bodies", keeping("(lazy-seq [1])")],
  ["lazy stages", keeping("(map inc (range))")],
  ["read lazy stages", keeping("(doto (map inc (map inc (map inc (range)))) first)")],
  ["concatenations", "(loop [s (lazy-seq [1])] (recur (concat s [1])))"],
  ["nested lazy stages", "(count (reduce (fn [s _] (map inc s)) (range) (range 1000000)))"],
]);
