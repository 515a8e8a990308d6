// The measured programs: small ones of different shapes, and one for each kind of heavy work. An
// evaluator made of closures looks better than it is while it runs a single program.

/** About 650 characters, the size of a typical program from a model. */
export const typicalProgram = `
(def open-orders (filter #(= "open" (:status %)) data/orders))
(defn total [order]
  (reduce + 0 (map (fn [{:keys [price quantity]}] (* price quantity)) (:lines order))))
; the ten most valuable open orders, with who placed them
(let [by-value (sort-by total > open-orders)
      top (take 10 by-value)
      names (set (map :customer top))]
  (println "orders:" (count open-orders) "customers:" (count names))
  (return {:total (reduce + 0 (map total top))
           :average (if (empty? top) 0 (/ (reduce + 0 (map total top)) (count top)))
           :customers (vec (sort names))
           :lines (mapv (fn [order] {:id (:id order) :total (total order)}) top)}))
`;

export const smallPrograms: readonly string[] = [
  "(+ 1 2 3)",
  "(let [x 1 y 2] (if (< x y) :less :more))",
  "(reduce + 0 (map inc [1 2 3 4 5]))",
  "(loop [n 10 total 0] (if (= n 0) total (recur (dec n) (+ total n))))",
  '(str "a" 1 :b [1 2])',
  "(defn square [x] (* x x)) (square 12)",
  "(get-in {:a {:b [1 2 3]}} [:a :b 1])",
  "(-> {:a 1} (assoc :b 2) (update :a inc))",
  "(filter even? [1 2 3 4 5 6])",
  "(cond (< 3 2) :a (> 3 2) :b :else :c)",
  "(into {} (map (fn [x] [x (* x x)]) [1 2 3]))",
  "(count (for [x [1 2 3] y [4 5 6] :when (odd? (+ x y))] [x y]))",
];

export const heavyPrograms: ReadonlyMap<string, string> = new Map([
  [
    "loop, 100,000 turns",
    "(loop [n 100000 total 0] (if (= n 0) total (recur (dec n) (+ total n))))",
  ],
  ["recursion, fib 20", "(defn fib [n] (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2))))) (fib 20)"],
  ["map, filter, reduce over 10,000", "(reduce + 0 (map inc (filter even? (range 10000))))"],
  ["conj 10,000", "(count (reduce conj [] (range 10000)))"],
  ["assoc 10,000 keys", "(count (reduce (fn [m k] (assoc m k k)) {} (range 10000)))"],
]);

/** Returns rows for `typicalProgram`, as a host would pass them. */
export function orders(count: number): readonly Readonly<Record<string, unknown>>[] {
  return Array.from({ length: count }, (_, index) => ({
    id: index,
    status: index % 3 === 0 ? "open" : "paid",
    customer: `customer-${String(index % 17)}`,
    lines: [
      { price: (index % 50) + 1, quantity: 2 },
      { price: 3, quantity: (index % 7) + 1 },
    ],
  }));
}
