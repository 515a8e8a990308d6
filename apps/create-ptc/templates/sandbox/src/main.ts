import { evaluate } from "./sandbox.ts";

const example = `(->> data/orders
  (map (fn [{:keys [customer currency amount]}]
         {:customer customer :eur (* amount (tool/rate {:currency currency}))}))
  (group-by :customer)
  (map (fn [[customer rows]] [customer (sum-by :eur rows)]))
  (into {}))`;

console.log(await evaluate(process.argv[2] ?? example));
