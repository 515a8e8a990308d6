import { cannedModel, type CountedModel } from "../canned-model.ts";

export const orchestratorModel = (): CountedModel =>
  cannedModel("orchestrator", {
    "Which parts do we order?": [
      `(defn diagnosed [{:keys [plant pump]}]
  (try {:plant plant :pump pump
        :part (:part (tool/diagnose {:pump pump :lines (tool/lines {:plant plant :pump pump})}))}
       (catch Exception e {:plant plant :pump pump :why (ex-message e)})))
(let [all (pmap diagnosed (filter (fn [row] (>= (:alarms row) 5)) (tool/alarms)))]
  (return {:orders (filterv (fn [row] (and (:part row) (not= (:part row) "none"))) all)
           :undecided (filterv :why all)}))`,
    ],
    "Which part of": [
      (prompt) => {
        const isLine = (line: string) => line.startsWith("No. ");
        const lines = prompt.split("\n").filter(isLine).join("\n");
        const part = /(seal) of|(valve) of|(bearing) has/.exec(lines)?.slice(1).find(Boolean);
        return JSON.stringify({ part: part ?? "none" });
      },
    ],
  });
