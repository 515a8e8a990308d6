// Programs that wait for host tools, sequentially and concurrently.
import { setTimeout as delay } from "node:timers/promises";
import { noSlower, type Workload } from "../workload.ts";

/** Returns `n` from a tool's arguments. */
function numberIn(input: unknown): number {
  return (input as { readonly n: number }).n;
}

export const toolWorkloads: readonly Workload[] = [
  {
    name: "1,000 tool calls, one after the other",
    start: "source",
    tools: { lookup: (input) => Promise.resolve(numberIn(input)) },
    programs: {
      lisp: "(reduce (fn [total n] (+ total (tool/lookup {:n n}))) 0 (range 1000))",
      python: "total = 0\nfor n in range(1000):\n    total += lookup(n=n)\ntotal",
      javascript:
        "let total = 0; for (let n = 0; n < 1000; n++) total += await tools.lookup({ n }); return total;",
      clojure: `(require '[promesa.core :as p])
(p/loop [n 0 total 0] (if (= n 1000) total (p/let [value (lookup #js {:n n})] (p/recur (inc n) (+ total value)))))`,
    },
    targets: [...noSlower, { kind: "above-plain", milliseconds: 4 }],
  },
  {
    name: "100 tools of 10 ms at the same time (`pmap`)",
    start: "source",
    waits: true,
    tools: { pause: (input) => delay(10, numberIn(input)) },
    programs: {
      lisp: "(reduce + 0 (pmap (fn [n] (tool/pause {:n n})) (range 100)))",
      python: "total = 0\nfor n in range(100):\n    total += pause(n=n)\ntotal",
      javascript:
        "const values = await Promise.all(Array.from({ length: 100 }, (_, n) => tools.pause({ n }))); return values.reduce((total, value) => total + value, 0);",
      clojure: `(require '[promesa.core :as p])
(p/let [values (p/all (map (fn [n] (pause #js {:n n})) (range 100)))] (reduce + 0 values))`,
    },
    targets: noSlower,
  },
];
