// The mission: one order from the card to the parcel. A person approves each parcel, which can take
// days, so no process waits for it.

import { defineAgent, type Mission } from "@ptc/subagent";
import { order, shopTools, type Shop } from "./shop.ts";

/** Returns the mission that ships the order. */
export function orderShipment(shop: Shop): Mission {
  return {
    title: `Charge and ship order ${String(order.id)}`,
    agent: defineAgent({
      name: "shipment",
      prompt:
        "Charge the card for the order and ship it by express. If it can't be shipped, refund the card.",
      signature:
        "(order {id :int, item :string, amount :float, country :string, _address :string, _card :string}) -> {status #{shipped refunded}, transaction :string, tracking :string?, reason :string?}",
      tools: shopTools(shop),
      maxTurns: 2,
    }),
    context: () => ({ order }),
  };
}
