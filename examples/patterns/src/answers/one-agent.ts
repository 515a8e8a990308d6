import { cannedModel, type CountedModel } from "../canned-model.ts";

/** First prints the kinds of lines: without numbers and pumps, so that there are few. */
export const oneAgentModel = (): CountedModel =>
  cannedModel("auditor", {
    "How many litres leaked at each plant by its log?": [
      `(def lines (for [{:keys [plant text]} data/logs, line (str/split-lines text)] {:plant plant :line line}))
(defn kind [line] (-> line (str/replace #"^No. \\d+: " "") (str/replace #"P-\\d+" "P") (str/replace #"\\d+" "9")))
(println (str/join "\\n" (sort (distinct (map (comp kind :line) lines)))))`,
      `(defn amount [text] (if (= text "a dozen") 12 (parse-long text)))
(def leak #"No. (\\d+): .*(?:lost|puddle of|In the night|dripped all day,) (a dozen|\\d+) litres")
(def correction #"Entry (\\d+) was misread, it was (a dozen|\\d+) litres")
(defn found [pattern rows]
  (into {} (for [{:keys [line]} rows :let [[_ entry litres] (re-find pattern line)] :when entry]
             [entry (amount litres)])))
(return (->> (group-by :plant lines)
             (map (fn [[plant rows]]
                    {:plant plant :litres (reduce + (vals (merge (found leak rows) (found correction rows))))}))
             (sort-by (juxt (comp - :litres) :plant))
             vec))`,
    ],
  });
