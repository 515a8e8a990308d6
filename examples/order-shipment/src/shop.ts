// The shop that the mission works for: orders, a card that is charged, parcels that are shipped.
// What was done stands in its ledger, whatever the mission says.

import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { tool } from "@ptc/subagent";

/** One thing that was done in the world. */
export interface LedgerEntry {
  readonly what: "charged" | "shipped";
  readonly order: number;
  readonly amount?: number;
}

export interface Ledger {
  add(entry: LedgerEntry): void;
  entries(): readonly LedgerEntry[];
}

const orders = [
  { id: 41, item: "Lamp", amount: 39.5, city: "Oslo", _card: "4929 1111 2222 3333" },
  { id: 42, item: "Desk", amount: 240, city: "Turin", _card: "5404 4444 5555 6666" },
  { id: 43, item: "Chair", amount: 89.9, city: "Ghent", _card: "4556 7777 8888 9999" },
];

/** A ledger in a file of `folder`, which outlives the process. */
export function ledgerIn(folder: string): Ledger {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, "ledger.jsonl");
  return {
    add: (entry) => {
      appendFileSync(path, `${JSON.stringify(entry)}\n`);
    },
    entries: () =>
      existsSync(path)
        ? readFileSync(path, "utf8")
            .trimEnd()
            .split("\n")
            .map((line) => JSON.parse(line) as LedgerEntry)
        : [],
  };
}

/** A ledger that lasts as long as the process. */
export function ledgerInMemory(): Ledger {
  const entries: LedgerEntry[] = [];
  return {
    add: (entry) => {
      entries.push(entry);
    },
    entries: () => entries,
  };
}

/** What the mission may do in the shop. No model sees the cards. */
export function shopTools(ledger: Ledger) {
  const find = (id: number) => {
    const order = orders.find((known) => known.id === id);
    if (order === undefined) throw new Error(`there is no order ${String(id)}`);
    return order;
  };
  return {
    order: tool({
      description: "An order: what it is of, what it costs, where it goes.",
      signature:
        "(order_id :int) -> {id :int, item :string, amount :float, city :string, _card :string}",
      execute: ({ order_id }) => find(order_id),
    }),
    charge_card: tool({
      description:
        "Charges a card; answers with the id of the transaction. Twice is charged twice.",
      signature: "(order_id :int, card :string, amount :float) -> :string",
      execute: ({ order_id, amount }) => {
        ledger.add({ what: "charged", order: order_id, amount });
        return `tx_${String(order_id)}_${String(Math.round(amount * 100))}`;
      },
    }),
    ship_item: tool({
      description: "Hands the parcel to the carrier; answers with its tracking number.",
      signature: "(order_id :int, transaction :string) -> :string",
      execute: ({ order_id, transaction }) => {
        if (!transaction.startsWith(`tx_${String(order_id)}_`))
          throw new Error(`${transaction} did not pay for order ${String(order_id)}`);
        ledger.add({ what: "shipped", order: order_id });
        return `PX-${String(order_id)}-0001`;
      },
    }),
  };
}
