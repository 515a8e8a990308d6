// The mission: one order from the card to the parcel. It lasts until someone outside confirms the
// payment, so no process waits for it: each invocation does what is possible now.

import { defineAgent, type Mission } from "@ptc/subagent";
import { shopTools, type Shop } from "./shop.ts";

/** Returns the id of the task that the application writes when the payment is confirmed. */
export function confirmationOf(order: number): string {
  return `payment_confirmed_${String(order)}`;
}

/** Returns the mission that ships one order of the shop. */
export function orderShipment(order: number, shop: Shop): Mission {
  return {
    title: `Charge order ${String(order)}, and ship it once the payment is confirmed`,
    agent: defineAgent({
      name: "shipment",
      prompt: `Bring order {{order_id}} as far as it can go now.
- Charge the card once: task charge_order_{{order_id}}.
- The warehouse confirms the payment from outside: the mission log then has payment_confirmed_{{order_id}}. While it does not, return the status waiting and ship nothing.
- Then ship, once: task ship_order_{{order_id}}.`,
      signature:
        "(order_id :int) -> {status #{waiting shipped}, transaction :string, tracking :string?}",
      plan: [
        ["charge", "Charge the card"],
        ["ship", "Ship the parcel"],
      ],
      tools: shopTools(shop),
      maxTurns: 4,
    }),
    context: () => ({ order_id: order }),
  };
}
