// The example on the start page: a program, its data, and the result of really running it.

import { run, toJson } from "@ptc/lisp";

const orders = [
  { customer: "ann", status: "open", amount: 20 },
  { customer: "bob", status: "open", amount: 95 },
  { customer: "ann", status: "paid", amount: 300 },
  { customer: "bob", status: "open", amount: 30 },
];

const program = `(->> (filter #(= "open" (:status %)) data/orders)
     (group-by :customer)
     (map (fn [[customer rows]]
            {:customer customer
             :due (sum-by :amount rows)}))
     (max-by :due)
     return)`;

export interface StartExample {
  readonly data: string;
  readonly program: string;
  readonly result: string;
  /** For example `127 steps`. */
  readonly usage: string;
}

export async function startExample(): Promise<StartExample> {
  const step = await run(program, { context: { orders } });
  if (!step.ok) throw new Error(`the example of the start page fails: ${step.fail.message}`);
  return {
    data: `[\n${orders.map((order) => `  ${JSON.stringify(order)}`).join(",\n")}\n]`,
    program,
    result: JSON.stringify(JSON.parse(toJson(step.value)), undefined, 2),
    usage: `${step.usage.steps.toLocaleString("en")} steps`,
  };
}
