// Tools are functions that programs of the model can call.

import { readFile } from "node:fs/promises";
import { tool } from "@ptc/subagent";
import { z } from "zod";

const order = z.object({
  id: z.number().int(),
  customer: z.string(),
  status: z.enum(["open", "paid"]),
  amount: z.number(),
});

export const orders = tool({
  description: "Returns all orders, or those with one status.",
  inputSchema: z.object({ status: z.enum(["open", "paid"]).optional() }),
  outputSchema: z.array(order),
  effect: "read",
  execute: async ({ status }) => {
    const text = await readFile(new URL("../data/orders.json", import.meta.url), "utf8");
    const all = z.array(order).parse(JSON.parse(text));
    return all.filter((each) => status === undefined || each.status === status);
  },
});
