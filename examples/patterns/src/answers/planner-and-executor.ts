import { cannedModel, type CountedModel } from "../canned-model.ts";

export const plannerModel = (): CountedModel =>
  cannedModel("planner", {
    "Plan the check": [
      `(println (count data/readings) "readings," (count (distinct data/readings)) "of them different")`,
      `(return {:steps [{:id "clean" :task "Remove duplicate readings: same plant and entry"}
                 {:id "sum" :task "Add up the litres of each plant"}
                 {:id "compare" :task "Name the plants above the limit, and by how much the worst is"}]})`,
    ],
    "Check the meter readings": [
      `(def readings (distinct-by (juxt :plant :entry) data/readings))
(step-done "clean" (str (- (count data/readings) (count readings)) " left out"))
(def litres (update-vals (group-by :plant readings) (fn [rows] (sum-by :litres rows))))
(step-done "sum" (str litres))
(def above (into {} (filter (fn [[_ sum]] (> sum data/limit)) litres)))
(println above)`,
      `(step-done "compare" (str (count above) " above the limit"))
(return {:above (vec (sort (keys above))) :worst (- (apply max data/limit (vals above)) data/limit)})`,
    ],
  });
