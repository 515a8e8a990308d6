// A program that waits for an approval while forks, a task and a shared lazy sequence are
// unfinished. It also uses random numbers and catches a failure.

import type { Tool } from "@ptc/core/contracts";
import type { LispStep, LispRunOptions } from "../../src/index.ts";
import type { SuspendedRun } from "./suspending.ts";

export const orderProgram = `
(let [rates (map (fn [day] (tool/rate {:day day})) (range))
      order (task "order" (tool/order {:id 42}))
      prices (pmap (fn [item]
                     (let [draw (rand-int 1000)
                           rate (nth rates (:day item))
                           stock (try (tool/stock {:sku (:sku item)}) (catch Exception e :unknown))]
                       (println (:sku item) stock)
                       {:sku (:sku item)
                        :draw draw
                        :price (* rate (:quantity item))
                        :approval (when (> (:quantity item) 5) (tool/approve {:sku (:sku item)}))}))
                   (:items order))]
  (println "approved")
  (tool/ship {:order 42 :total (sum-by :price prices) :ticket (rand-int 1000000)})
  {:prices prices :next (nth rates 4)})`;

async function turn(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 1));
}

/** All tools return later, except the approval, which comes from outside. */
export const orderTools: Readonly<Record<string, Tool>> = {
  order: {
    execute: async () => {
      await turn();
      return {
        items: [
          { sku: "pen", quantity: 3, day: 2 },
          { sku: "desk", quantity: 8, day: 0 },
          { sku: "lamp", quantity: 1, day: 1 },
        ],
      };
    },
  },
  rate: {
    execute: async ({ day }) => {
      await turn();
      return Number(day) + 2;
    },
  },
  stock: {
    execute: async ({ sku }) => {
      await turn();
      if (sku === "lamp") throw new Error("the shop is closed");
      return 7;
    },
  },
  approve: { execute: () => "never asked in these tests" },
  ship: {
    execute: async ({ total }) => {
      await turn();
      return { shipped: total };
    },
  },
};

export const held = ["approve"] as const;

export function optionsOf({ runId, seed }: SuspendedRun): LispRunOptions {
  return { runId, random: () => seed, journal: {} };
}

/** Returns a step without its times, which differ between processes. */
export function timeless(step: LispStep): unknown {
  const { steps, memoryBytes, toolCalls } = step.usage;
  return JSON.parse(
    JSON.stringify({
      outcome: step.ok ? step.return : step.fail,
      prints: step.prints,
      journal: step.journal,
      usage: { steps, memoryBytes, toolCalls },
      toolCalls: step.toolCalls.map(({ name, args, result, error, address }) => ({
        name,
        args,
        result,
        error,
        address,
      })),
      forks: step.parallelCalls?.map(({ type, count, errorCount }) => ({
        type,
        count,
        errorCount,
      })),
    }),
  );
}
