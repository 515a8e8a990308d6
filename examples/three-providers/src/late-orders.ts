// The agent: which orders are late? It doesn't depend on any provider.

import { defineAgent } from "@ptc/subagent";

const orders = [
  { id: 41, promised: "2026-11-02", shipped: "2026-11-01" },
  { id: 42, promised: "2026-11-02", shipped: "2026-11-05" },
  { id: 43, promised: "2026-11-03", shipped: "2026-11-03" },
  { id: 44, promised: "2026-11-04", shipped: "2026-11-09" },
];

export const lateOrders = defineAgent({
  name: "late-orders",
  prompt: "Which orders were shipped after the day that was promised?",
  mode: "program-call",
  signature: "-> [:int]",
  tools: {
    orders: {
      description: "All orders of the month.",
      signature: "-> [{id :int, promised :string, shipped :string}]",
      execute: () => orders,
    },
  },
});

/** A program that a good model would write. The servers of this example respond with it. */
export const program =
  "(return (->> (tool/orders) (filter #(pos? (compare (:shipped %) (:promised %)))) (mapv :id)))";
