// Plays the story with real processes, and looks at what was done in the world.

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createRecordedModel, parseRecording } from "@ptc/llm";
import { readJournal, run } from "@ptc/subagent";
import { confirmationOf, orderShipment } from "../src/shipment.ts";
import { ledgerInMemory } from "../src/shop.ts";
import { playStory } from "../src/story.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "order-shipment-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

test("charged once and shipped once, though the first process was killed in between", async () => {
  const told: string[] = [];
  const { answers, ledger, journal } = await playStory(folder, (line) => told.push(line));
  expect(answers).toEqual([
    undefined,
    { status: "waiting", transaction: "tx_42_24000" },
    { status: "shipped", transaction: "tx_42_24000", tracking: "PX-42-0001" },
  ]);
  expect(ledger).toEqual([
    { what: "charged", order: 42, amount: 240 },
    { what: "shipped", order: 42 },
  ]);
  expect(journal).toEqual([
    '{"format":"ptc-journal","version":1}',
    '{"id":"charge_order_42","entry":"tx_42_24000"}',
    '{"id":"payment_confirmed_42","entry":true}',
    '{"id":"ship_order_42","entry":"PX-42-0001"}',
  ]);
  expect(told.join("\n")).not.toContain("5404");
}, 60_000);

describe("an invocation", () => {
  function recorded(name: string) {
    const parsed = parseRecording(readFileSync(join(import.meta.dirname, "..", name), "utf8"));
    if (!parsed.ok) throw new Error(parsed.message);
    return createRecordedModel(parsed.recording);
  }

  test("tells the model what is done, and never what is on the card", async () => {
    const ledger = ledgerInMemory();
    const { agent, context } = orderShipment(42, ledger);
    const given = { context: (await context?.()) ?? {}, collectMessages: true };
    const first = await run(agent, { ...given, llm: recorded("recording.json"), journal: {} });
    expect(readJournal(first.journal ?? {})).toEqual({ charge_order_42: "tx_42_24000" });
    expect(JSON.stringify(first.messages)).toContain(
      "- [x] charge: Charge the card — charged 240, tx_42_24000",
    );
    const last = await run(agent, {
      ...given,
      llm: recorded("recording-confirmed.json"),
      journal: { ...first.journal, [confirmationOf(42)]: true },
    });
    expect(last.messages?.[0]?.content).toContain(
      '- charge_order_42: "tx_42_24000"\n- payment_confirmed_42: true',
    );
    for (const step of [first, last]) expect(JSON.stringify(step.messages)).not.toContain("5404");
    expect(ledger.entries()).toHaveLength(2);
  });
});
