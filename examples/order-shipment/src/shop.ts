// The shop that the mission works for: an order, a payment service and a carrier. Cards and
// addresses are firewalled (`_card`, `_address`): tools receive them, and no model reads them.

import { tool } from "@ptc/subagent";
import type { Ledger } from "./ledger.ts";

export const order = {
  id: 42,
  item: "Shelf",
  amount: 387,
  country: "France",
  _address: "Rue de Metz 12, 31000 Toulouse",
  _card: "2546 1180 7702 9313",
};

export interface Shop {
  readonly ledger: Ledger;
  /** Resolves when the carrier, which already has the parcel, responds. */
  readonly carrierAnswers?: () => Promise<void>;
}

/** Returns the mission's tools. Each service receives the id of the call as its key. */
export function shopTools({ ledger, carrierAnswers }: Shop) {
  return {
    charge_card: tool({
      description: "Charges the card of an order. Returns the id of the transaction.",
      signature: "(order_id :int, _card :string, amount :float) -> :string",
      execute: ({ order_id }, { callId }) => {
        ledger.add({ what: "charged", order: order_id, key: callId });
        return `tx_${String(order_id)}`;
      },
    }),
    ship_item: tool({
      description: "Hands the parcel to the carrier. Returns its tracking number.",
      signature: "(order_id :int, _address :string, service #{express standard}) -> :string",
      needsApproval: true,
      execute: async ({ order_id, service }, { callId }) => {
        ledger.add({ what: "shipped", order: order_id, service, key: callId });
        await carrierAnswers?.();
        return trackingNumber(order_id);
      },
    }),
    refund_card: tool({
      description: "Refunds a transaction of an order.",
      signature: "(order_id :int, transaction :string) -> :string",
      execute: ({ order_id, transaction }, { callId }) => {
        ledger.add({ what: "refunded", order: order_id, key: callId });
        return `${transaction} was refunded`;
      },
    }),
  };
}

/** Asks the carrier for the parcel of a request. Returns undefined if it never got the request. */
export function parcelOf(key: string, ledger: Ledger): string | undefined {
  const entry = ledger.entries().find((known) => known.what === "shipped" && known.key === key);
  return entry === undefined ? undefined : trackingNumber(entry.order);
}

function trackingNumber(orderId: number): string {
  return `PX-${String(orderId)}-0001`;
}
