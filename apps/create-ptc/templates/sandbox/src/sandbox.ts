// Runs programs that you don't trust.

import { renderFail, run, toJson } from "@ptc/lisp";

const rates = new Map([
  ["eur", 1],
  ["usd", 0.9],
]);

const orders = [
  { customer: "ann", currency: "eur", amount: 120 },
  { customer: "bob", currency: "usd", amount: 310 },
  { customer: "ann", currency: "usd", amount: 80 },
];

/** Returns the value as JSON, or the reason why the program ended. */
export async function evaluate(program: string, signal?: AbortSignal): Promise<string> {
  const step = await run(program, {
    context: { orders },
    tools: {
      rate: {
        description: "Returns the rate of a currency to the euro.",
        execute: ({ currency }: { readonly currency: string }) => rates.get(currency) ?? null,
      },
    },
    limits: { steps: 1_000_000, timeoutMs: 1_000, toolCalls: 100 },
    ...(signal === undefined ? {} : { signal }),
  });
  return step.ok ? toJson(step.return) : renderFail(step.fail);
}
