// Plays the story with real processes, and checks the effects in the ledger.

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ledgerIn } from "../src/ledger.ts";
import { order } from "../src/shop.ts";
import { playStory, startCommand } from "../src/story.ts";

const timeout = 120_000;

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "order-shipment-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const pending = [
  {
    tool: "ship_item",
    arguments: { order_id: 42, _address: "<Firewalled>", service: "express" },
  },
];

/** Returns the requests in the ledger without their keys. */
const requests = () =>
  ledgerIn(folder)
    .entries()
    .map(({ what, service }) => [what, service]);

test(
  "charges and ships once, even if a process is killed while the parcel is on its way",
  { timeout, tags: "full" },
  async () => {
    const { printed, ledger } = await playStory(folder, () => undefined);
    expect(printed).toEqual([
      { pending },
      undefined,
      { status: "shipped", transaction: "tx_42", tracking: "PX-42-0001" },
    ]);
    expect(requests()).toEqual([
      ["charged", undefined],
      ["shipped", "standard"],
    ]);
    expect(new Set(ledger.map(({ key }) => key)).size).toBe(2);
    for (const name of ["checkpoint.json", "entries.jsonl"]) {
      const stored = readFileSync(join(folder, name), "utf8");
      expect(stored).not.toContain(order._card);
      expect(stored).not.toContain(order._address);
    }
  },
);

// The story above has the same commands, with another decision.
describe.runIf(process.env["PTC_TESTS"] !== undefined)("a second command", { timeout }, () => {
  test("ships the parcel as requested after an approval", async () => {
    expect(await startCommand("start", [folder]).printed).toEqual({ pending });
    expect(requests()).toEqual([["charged", undefined]]);
    expect(await startCommand("decide", [folder, "approve"]).printed).toMatchObject({
      status: "shipped",
    });
    expect(requests()).toEqual([
      ["charged", undefined],
      ["shipped", "express"],
    ]);
  });

  test("refunds the card after a denial", async () => {
    await startCommand("start", [folder]).printed;
    expect(await startCommand("decide", [folder, "deny", "the address is wrong"]).printed).toEqual({
      status: "refunded",
      transaction: "tx_42",
      reason: "the call was denied: the address is wrong",
    });
    expect(requests()).toEqual([
      ["charged", undefined],
      ["refunded", undefined],
    ]);
  });
});
