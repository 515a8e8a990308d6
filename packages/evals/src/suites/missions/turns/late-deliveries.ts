// A mission that joins the results of four tools. One of them accepts a limited number of ids, and
// the model must not see telephone numbers.

import { defineAgent, tool } from "@ptc/subagent";
import { expecting } from "../expecting.ts";
import { between, byLargest, code, day, fullName, groupsOf, list } from "../rows.ts";
import type { SampleMission } from "../sample-mission.ts";

const mostIds = 50;
const carriers = [
  { code: "DX", name: "Dexpress" },
  { code: "NP", name: "Nordpost" },
  { code: "QK", name: "Quickline" },
  { code: "TR", name: "Tramo" },
];

export const lateDeliveries: SampleMission = {
  name: "late-deliveries",
  title: "Late deliveries by carrier, and whom to call",
  kind: "turns",
  world: (random) => {
    const customers = list(90, (index) => ({
      customer_id: code("C", index, 3),
      name: `${fullName(random)} ${String(index)}`,
      _phone: `+49 30 ${String(between(random, 1_000_000, 9_999_999))}`,
    }));
    const orders = list(420, (index) => {
      const promised = day("2026-05-01", between(random, 3, 30));
      return {
        order: {
          orderId: code("ORD", index),
          customerId: random.pick(customers).customer_id,
          promisedBy: promised,
        },
        shipment: random.chance(0.06)
          ? undefined
          : {
              order_id: code("ORD", index),
              carrier_code: random.pick(carriers).code,
              delivered_at: random.chance(0.05) ? null : day(promised, between(random, -4, 3)),
            },
      };
    });
    const late = orders.filter(
      ({ order, shipment }) =>
        typeof shipment?.delivered_at === "string" && shipment.delivered_at > order.promisedBy,
    );
    const byCarrier = carriers
      .map(({ code: carrier, name }) => ({
        carrier: name,
        late: late.filter(({ shipment }) => shipment?.carrier_code === carrier).length,
      }))
      .sort(
        byLargest(
          (row) => row.late,
          ({ carrier }) => carrier,
        ),
      );
    const call = groupsOf(late, ({ order }) => order.customerId)
      .map(([customer, rows]) => {
        const found = customers.find(({ customer_id }) => customer_id === customer);
        return { customer: found?.name ?? "", late: rows.length, _phone: found?._phone ?? "" };
      })
      .sort(
        byLargest(
          (row) => row.late,
          ({ customer }) => customer,
        ),
      )
      .slice(0, 3);
    return {
      agent: defineAgent({
        prompt: `An order is late when it was delivered after the day it was promised by; what was not delivered yet is not counted. For the orders of 2026-05: how many late ones has each carrier, the most first? And which three customers have most late orders (equal ones by name), with their telephone numbers?`,
        signature:
          "() -> {carriers [{carrier :string, late :int}], call [{customer :string, late :int, _phone :string}]}",
        tools: {
          orders: tool({
            signature:
              "(month :string) -> [{orderId :string, customerId :string, promisedBy :string}]",
            description: "The orders of a month, such as 2026-01.",
            execute: ({ month }) => (month === "2026-05" ? orders.map(({ order }) => order) : []),
          }),
          shipments: tool({
            signature:
              "(order_ids [:string]) -> [{order_id :string, carrier_code :string, delivered_at :string?}]",
            description: "The shipments of some orders. An order may have none yet.",
            execute: ({ order_ids }) => {
              if (order_ids.length > mostIds)
                throw new Error(
                  `order_ids: at most ${String(mostIds)} at a time, got ${String(order_ids.length)}`,
                );
              return orders.flatMap(({ shipment }) =>
                shipment !== undefined && order_ids.includes(shipment.order_id) ? [shipment] : [],
              );
            },
          }),
          carriers: tool({
            signature: "() -> [{code :string, name :string}]",
            execute: () => carriers,
          }),
          customer: tool({
            signature:
              "(customer_id :string) -> {customer_id :string, name :string, _phone :string}",
            execute: ({ customer_id }) => {
              const found = customers.find((customer) => customer.customer_id === customer_id);
              if (found === undefined) throw new Error(`there is no customer ${customer_id}`);
              return found;
            },
          }),
        },
        maxTurns: 6,
      }),
      check: expecting(
        { carriers: byCarrier, call },
        { secrets: customers.map(({ _phone }) => _phone) },
      ),
    };
  },
};
