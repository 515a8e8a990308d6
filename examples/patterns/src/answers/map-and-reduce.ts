import { cannedModel, type CountedModel } from "../canned-model.ts";
import { read } from "./reading.ts";

/** `reading` returns the model's response for a part. */
export const mapAndReduceModel = (
  reading: (prompt: string) => string = (prompt) => JSON.stringify(read(prompt)),
): CountedModel =>
  cannedModel("mapper", {
    "List what leaked": [reading],
    "How many litres leaked at each plant?": [
      `(defn litres [parts]
  (let [leaks (into {} (map (juxt :entry :litres) (mapcat :leaks parts)))
        corrected (filter #(contains? leaks (:entry %)) (mapcat :corrections parts))]
    (reduce + (vals (into leaks (map (juxt :entry :litres) corrected))))))
(return (->> (group-by :plant data/parts)
             (map (fn [[plant parts]] {:plant plant :litres (litres parts)}))
             (sort-by (juxt (comp - :litres) :plant))
             vec))`,
    ],
  });
