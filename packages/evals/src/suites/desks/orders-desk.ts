// Orders of a shop: look one up, cancel it, refund it.

import { tool } from "@ptc/subagent";
import type { Desk } from "./desk.ts";

interface Order {
  readonly customer: string;
  readonly total: number;
  status: string;
}

/** The desk `orders`. */
export const ordersDesk: Desk = {
  name: "orders",
  open: () => {
    const changes: string[] = [];
    const orders = new Map<string, Order>([
      ["7001", { customer: "Lund", total: 48, status: "packed" }],
      ["7002", { customer: "Ames", total: 125, status: "delivered" }],
      ["7003", { customer: "Lund", total: 19, status: "delivered" }],
      ["7004", { customer: "Voss", total: 230, status: "ordered" }],
    ]);
    const found = (id: string): Order => {
      const order = orders.get(id);
      if (order === undefined) throw new Error(`there is no order ${id}`);
      return order;
    };
    return {
      changes,
      tools: {
        order: tool({
          description: "Returns an order. The status is ordered, packed, delivered or cancelled.",
          signature: "(id :string) -> {customer :string, total :int, status :string}",
          execute: ({ id }) => ({ ...found(id) }),
        }),
        orders_of: tool({
          description: "Lists the ids of a customer's orders.",
          signature: "(customer :string) -> [:string]",
          execute: ({ customer }) =>
            [...orders].filter(([, order]) => order.customer === customer).map(([id]) => id),
        }),
        cancel_order: tool({
          description: "Cancels an order that isn't delivered.",
          signature: "(id :string) -> {status :string}",
          execute: ({ id }) => {
            const order = found(id);
            if (order.status === "delivered")
              throw new Error("a delivered order can't be cancelled: use refund");
            order.status = "cancelled";
            changes.push(`cancel ${id}`);
            return { status: order.status };
          },
        }),
        refund: tool({
          description: "Refunds an amount of a delivered order, at most its total.",
          signature: "(id :string, amount :int) -> {refunded :int}",
          execute: ({ id, amount }) => {
            const { status, total } = found(id);
            if (status !== "delivered") throw new Error("only delivered orders can be refunded");
            if (amount <= 0 || amount > total)
              throw new Error(`the amount must be from 1 to ${String(total)}`);
            changes.push(`refund ${id} ${String(amount)}`);
            return { refunded: amount };
          },
        }),
      },
    };
  },
  tasks: [
    {
      name: "status",
      prompt: "What is the status of order 7001?",
      signature: "() -> {status :string}",
      expected: { status: "packed" },
    },
    {
      name: "orders of Lund",
      prompt: "What do the orders of the customer Lund cost together?",
      signature: "() -> {total :int}",
      expected: { total: 67 },
    },
    {
      name: "cancel",
      prompt: "Cancel order 7004. Answer with its status.",
      signature: "() -> {status :string}",
      expected: { status: "cancelled" },
      changes: ["cancel 7004"],
    },
    {
      name: "refund a fifth",
      prompt: "A fifth of order 7002 was broken. Refund a fifth of its total. How much is that?",
      signature: "() -> {refunded :int}",
      expected: { refunded: 25 },
      changes: ["refund 7002 25"],
    },
    {
      name: "cancel or refund",
      prompt:
        "Lund wants nothing anymore: cancel the orders that can be cancelled, and refund the delivered ones in full. Work in the order of the ids. How much is refunded?",
      signature: "() -> {refunded :int}",
      expected: { refunded: 19 },
      changes: ["cancel 7001", "refund 7003 19"],
    },
  ],
};
