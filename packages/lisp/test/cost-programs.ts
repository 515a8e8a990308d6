// Twenty programs of different shapes whose costs are pinned in costs.json.

/** The value of `data/rows` for them. */
export const costContext = {
  rows: Array.from({ length: 200 }, (_, index) => ({
    id: index,
    status: index % 3 === 0 ? "open" : "paid",
    customer: `customer-${String(index % 17)}`,
    amount: (index * 7919) % 503,
  })),
  text: "a line of text, and another\n".repeat(100),
};

/** Programs by their names in costs.json. */
export const costPrograms: ReadonlyMap<string, string> = new Map([
  ["addition", "(+ 1 2)"],
  ["branching", "(let [x 1 y 2] (cond (< y x) :less (= x y) :same :else :more))"],
  ["loop of 1,000", "(loop [n 1000 total 0] (if (= n 0) total (recur (dec n) (+ total n))))"],
  ["recursion", "(defn fib [n] (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2))))) (fib 15)"],
  [
    "destructuring",
    "(reduce (fn [total {:keys [amount] [a b] :pair :or {amount 0}}] (+ total amount a b)) 0 (map (fn [n] {:amount n :pair [n 1]}) (range 100)))",
  ],
  [
    "filter, map, reduce",
    '(->> data/rows (filter #(= (:status %) "paid")) (map :amount) (reduce + 0))',
  ],
  ["group-by", "(update-vals (group-by :customer data/rows) count)"],
  ["sort-by", "(map :id (take 5 (sort-by :amount > data/rows)))"],
  ["a field added to rows", "(count (map #(assoc % :double (* 2 (:amount %))) data/rows))"],
  ["a vector built", "(count (reduce conj [] (range 500)))"],
  ["a map built", "(count (reduce (fn [m n] (assoc m n (* n n))) {} (range 500)))"],
  ["a set built", "(count (into #{} (map :customer) data/rows))"],
  ["transducers", "(transduce (comp (map :amount) (filter even?) (take 20)) + 0 data/rows)"],
  ["lazy sequence", "(take 10 (filter odd? (map #(* % %) (iterate inc 1))))"],
  ["comprehension", "(count (for [x (range 20) y (range 20) :when (odd? (+ x y))] [x y]))"],
  ["strings", '(count (str/join "," (map str/upper-case (str/split-lines data/text))))'],
  ["regular expression", '(count (filter #(re-find #"an(o)ther$" %) (str/split-lines data/text)))'],
  [
    "exceptions",
    "(count (map (fn [n] (try (/ 10 (mod n 3)) (catch ArithmeticException e 0))) (range 60)))",
  ],
  ["tool calls", "(reduce (fn [total n] (+ total (tool/double {:n n}))) 0 (range 50))"],
  ["parallel tool calls", "(reduce + 0 (pmap (fn [n] (tool/double {:n n})) (range 50)))"],
]);
