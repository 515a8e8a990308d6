// Plays the story with real processes, and checks the effects in the ledger.

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createRecordedModel, parseRecording } from "@ptc/llm";
import { readJournal, run } from "@ptc/subagent";
import { ledgerInMemory } from "../src/ledger.ts";
import { ordersOf } from "../src/orders.ts";
import { confirmationOf, orderShipment } from "../src/shipment.ts";
import { playStory } from "../src/story.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "order-shipment-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

test("charges once and ships once, even if a process is killed while the parcel is on its way", async () => {
  const { answers, ledger, journals } = await playStory(folder, () => undefined);
  expect(answers).toEqual([
    { status: "waiting", transaction: "tx_42" },
    undefined,
    { status: "shipped", transaction: "tx_42", tracking: "PX-42-0001" },
  ]);
  expect(ledger).toEqual([
    { what: "charged", order: 42, amount: 387 },
    { what: "shipped", order: 42 },
    { what: "shipped", order: 42, again: true },
  ]);
  const whenKilled = [
    '{"format":"ptc-journal","version":1}',
    '{"id":"charge_order_42","entry":"tx_42"}',
    '{"id":"payment_confirmed_42","entry":true}',
  ];
  expect(journals).toEqual([
    whenKilled,
    [...whenKilled, '{"id":"ship_order_42","entry":"PX-42-0001"}'],
  ]);
}, 120_000);

describe("an invocation", () => {
  function recorded(name: string) {
    const parsed = parseRecording(readFileSync(join(import.meta.dirname, "..", name), "utf8"));
    if (!parsed.ok) throw new Error(parsed.message);
    return createRecordedModel(parsed.recording);
  }

  test("an invocation shows the model what is done, and never the card or the address", async () => {
    const ledger = ledgerInMemory();
    const { agent, context } = orderShipment(42, { ledger });
    const given = { context: (await context?.()) ?? {}, collectMessages: true };
    const first = await run(agent, { ...given, llm: recorded("recording.json"), journal: {} });
    expect(readJournal(first.journal ?? {})).toEqual({ charge_order_42: "tx_42" });
    expect(JSON.stringify(first.messages)).toContain(
      "- [x] charge: Charge the card — 387 euro, tx_42",
    );
    const last = await run(agent, {
      ...given,
      llm: recorded("recording-confirmed.json"),
      journal: { ...first.journal, [confirmationOf(42)]: true },
    });
    expect(last.messages?.[0]?.content).toContain(
      '- charge_order_42: "tx_42"\n- payment_confirmed_42: true',
    );
    expect(last.summaries).toEqual({ charge: "tx_42", ship: "PX-42-0001" });
    for (const step of [first, last]) {
      expect(JSON.stringify(step.messages)).not.toContain("2546");
      expect(JSON.stringify(step.messages)).not.toContain("Rue de Metz");
    }
    expect(ledger.entries()).toHaveLength(2);
  });

  test("an invocation ships nothing while the payment is unconfirmed, however often it runs", async () => {
    const ledger = ledgerInMemory();
    const { agent, context } = orderShipment(42, { ledger });
    let journal = {};
    for (let invocation = 0; invocation < 3; invocation++) {
      const step = await run(agent, {
        llm: recorded("recording.json"),
        context: (await context?.()) ?? {},
        journal,
      });
      expect(step.ok && step.return).toEqual({ status: "waiting", transaction: "tx_42" });
      journal = step.journal ?? {};
    }
    expect(ledger.entries()).toEqual([{ what: "charged", order: 42, amount: 387 }]);
  });
});

test("orders depend on their seed and cost whole cents", () => {
  const orders = ordersOf(7, 200);
  expect(ordersOf(7, 200)).toEqual(orders);
  expect(ordersOf(8, 200)).not.toEqual(orders);
  expect(new Set(orders.map(({ id }) => id)).size).toBe(200);
  for (const { amount } of orders) expect(String(amount)).toMatch(/^\d+(\.\d\d?)?$/);
});
