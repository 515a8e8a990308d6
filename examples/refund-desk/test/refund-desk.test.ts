// Plays the story with real processes, and checks the ledger.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { refundRequests } from "../src/requests.ts";
import { playStory } from "../src/story.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "refund-desk-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

test("pays each refund once, after a person has decided about the large ones", async () => {
  const requests = refundRequests();
  const due = requests.filter(({ days }) => days <= 30);
  const large = due.filter(({ amount }) => amount > 100);
  expect(large.length).toBeGreaterThan(2);
  const { pending, before, ledger, stored, result } = await playStory(folder, () => undefined);

  expect(pending.map((call) => call.arguments)).toEqual(
    large.map(({ id, amount }) => ({ request: id, amount, iban: "<Firewalled>" })),
  );
  expect(before.map(({ request }) => request)).toEqual(
    due.filter(({ amount }) => amount <= 100).map(({ id }) => id),
  );
  const [denied, lowered, ...others] = large;
  const after = ledger.slice(before.length).toSorted((a, b) => a.request - b.request);
  expect(after.map(({ what, request, amount }) => [what, request, amount])).toEqual([
    ["voucher", denied?.id, 20],
    ["refund", lowered?.id, 100],
    ...others.map(({ id, amount }) => ["refund", id, amount]),
  ]);
  expect(new Set(ledger.map(({ key }) => key)).size).toBe(due.length);
  expect(stored).toContain("Decide about the requests");
  for (const { _iban } of requests) expect(stored).not.toContain(_iban);
  expect(result).toEqual({
    outcomes: { refunded: due.length - 1, voucher: 1 },
    denied: [
      {
        id: denied?.id,
        outcome: "voucher",
        why: "the call was denied: the receipt is missing",
      },
    ],
    late: requests.filter(({ days }) => days > 30).map(({ id }) => id),
  });
}, 120_000);
