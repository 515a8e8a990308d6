// The shop that the mission works for: its orders, a payment service and a carrier. Both services
// take a key with each request, here the order number, and act only once for each key.

import { tool } from "@ptc/subagent";
import type { Ledger, LedgerEntry } from "./ledger.ts";
import { ordersOf } from "./orders.ts";

const orders = ordersOf(7);

export interface Shop {
  readonly ledger: Ledger;
  /** Resolves when the carrier, which already has the parcel, responds. */
  readonly carrierAnswers?: () => Promise<void>;
}

/** Returns the mission's tools for the shop. No model sees cards or addresses. */
export function shopTools({ ledger, carrierAnswers }: Shop) {
  return {
    order: tool({
      description: "An order: what it is of, what it costs in euro, where it goes, what pays it.",
      signature:
        "(order_id :int) -> {id :int, item :string, amount :float, country :string, _address :string, _card :string}",
      execute: ({ order_id }) => orderOf(order_id),
    }),
    charge_card: tool({
      description: "Charges the card of an order; answers with the id of the transaction.",
      signature: "(order_id :int, _card :string, amount :float) -> :string",
      execute: ({ order_id, _card, amount }) => {
        const order = orderOf(order_id);
        if (_card !== order._card || amount !== order.amount)
          throw new Error(`order ${String(order_id)} has another card or amount`);
        once(ledger, { what: "charged", order: order_id, amount });
        return transactionOf(order_id);
      },
    }),
    ship_item: tool({
      description: "Hands the parcel to the carrier; answers with its tracking number.",
      signature: "(order_id :int, transaction :string, _address :string) -> :string",
      execute: async ({ order_id, transaction, _address }) => {
        if (transaction !== transactionOf(order_id))
          throw new Error(`${transaction} did not pay for order ${String(order_id)}`);
        if (_address !== orderOf(order_id)._address)
          throw new Error(`order ${String(order_id)} goes to another address`);
        once(ledger, { what: "shipped", order: order_id });
        await carrierAnswers?.();
        return `PX-${String(order_id)}-0001`;
      },
    }),
  };
}

function orderOf(id: number) {
  const order = orders.find((known) => known.id === id);
  if (order === undefined) throw new Error(`there is no order ${String(id)}`);
  return order;
}

function transactionOf(order: number): string {
  return `tx_${String(order)}`;
}

/** Records an effect once, even if a service is called twice under one key. */
function once(ledger: Ledger, entry: LedgerEntry): void {
  const isDone = ledger
    .entries()
    .some(({ what, order }) => what === entry.what && order === entry.order);
  ledger.add(isDone ? { ...entry, again: true } : entry);
}
