// Programs that call tools. Results are recorded by arguments and arrive early, late and in any
// order.

import type { HostProgram, RecordedTool } from "../host-program.ts";

/** Later calls return sooner. */
const price: RecordedTool = {
  throws: "no such item",
  recorded: Array.from({ length: 8 }, (_, n) => ({
    args: { item: n },
    returns: { item: n, unit_price: n * 1.5, tags: ["a", `t${String(n)}`] },
    afterMs: 16 - 2 * n,
  })),
};

const tools: NonNullable<HostProgram["tools"]> = {
  price,
  echo: {},
  // On a busy machine, all branches must begin before the first has its result.
  "slow-echo": { afterMs: 20 },
  rows: {
    returns: [
      { id: 2, "due-date": "2026-03-01", amount: 12.5 },
      { id: 1, "due-date": null, amount: -0.25 },
    ],
  },
  broken: { throws: "the service is down\nfor \u001b[31mmaintenance" },
  late: { throws: "too late", afterMs: 2 },
  text: { returns: "👩‍👩‍👧 naïve ﬁ" },
  nothing: { returns: null },
};

const sources: readonly string[] = [
  "(pmap (fn [n] (:unit-price (tool/price {:item n}))) (range 8))",
  '(pmap (fn [n] (println "asked" n) (let [p (tool/price {:item n})] (println "got" (:item p)) p)) (range 5))',
  "(pmap (fn [n] (tool/price {:item n})) (range 5 12))",
  "(pmap (fn [n] (try (:unit_price (tool/price {:item n})) (catch Exception e (ex-message e)))) (range 5 12))",
  "(pcalls #(tool/slow-echo {:a 1}) #(tool/price {:item 3}) #(+ 1 2) #(tool/echo {:b #{1}}))",
  "(pmap (fn [i] (pmap (fn [j] (+ i (:item (tool/price {:item j})))) (range 3))) (range 4))",
  "(pmap (fn [i] (reduce (fn [a j] (+ a (:unit-price (tool/price {:item j})))) 0 (range i))) (range 6))",
  "(pmap (fn [i] (if (= i 2) (fail {:reason :odd :i i}) (tool/slow-echo {:i i}))) (range 5))",
  "(pmap (fn [i] (tool/late {:i i})) (range 3))",
  "(do (def kept (atom 0)) (pmap (fn [i] (swap! kept + i)) [1 2 3]))",
  "(map (fn [n] (tool/price {:item n})) [0 3 7])",
  "(reduce (fn [total n] (+ total (:unit-price (tool/price {:item n})))) 0 (range 8))",
  "(sort-by (fn [n] (- (:unit-price (tool/price {:item n})))) (range 8))",
  "(filter (fn [n] (odd? (:item (tool/price {:item n})))) (range 8))",
  "(->> (tool/rows {}) (sort-by :id) (map (juxt :id :due-date :amount)))",
  "(assoc (first (tool/rows {})) :due-date :never)",
  "(tool/echo {:order-id 7 :when #{1} :nested {:a-b [1 {:c nil}]} :big (* 4503599627370497 4096) :nan ##NaN :minus -0.0 :k :v})",
  "(tool/broken {})",
  "(try (tool/broken {:a 1}) (catch Exception e [(ex-message e) (ex-data e)]))",
  '(tool/late {:why "x"})',
  "(tool/missing {})",
  "(tool/ecko {})",
  "(tool/echo {[1] 2})",
  "(tool/echo 1 2 3)",
  "(count (tool/text {}))",
  "[(tool/nothing {}) (:a (tool/nothing {}))]",
  "(let [x (tool/slow-echo {:n 1})] (loop [i 0 acc []] (if (< i 5) (recur (inc i) (conj acc (:n (tool/slow-echo {:n (+ i (:n x))})))) acc)))",
  '(task "total" (reduce + (map :amount (tool/rows {}))))',
  '(do (step-done "fetch" "two rows") (task "a" (tool/slow-echo {:n 1})) (task "a" (tool/broken {})))',
  '(pmap (fn [i] (task "shared" (tool/slow-echo {:i 1}))) (range 3))',
  "(dotimes [i 20] (tool/echo {:i i}))",
  "(pmap (fn [i] (dotimes [j (if (= i 0) 9 1)] (tool/slow-echo {:j j}))) [0 1])",
];

export const toolPrograms: readonly HostProgram[] = sources.map((source, index) => ({
  name: `tools ${String(index + 1)}`,
  sources: [source],
  tools,
  journal: {},
  budget: { turns: 3 },
  limits: { toolCalls: 30 },
}));
