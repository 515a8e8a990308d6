// Plays the story with real processes, and checks the ledger.

import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { refundRequests } from "../src/requests.ts";
import { playStory } from "../src/story.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "refund-desk-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
  vi.unstubAllEnvs();
});

/** Plays the story. `stored` returns the contents of the database. */
async function checkedStory(stored: () => Promise<string>): Promise<void> {
  const requests = refundRequests();
  const due = requests.filter(({ days }) => days <= 30);
  const large = due.filter(({ amount }) => amount > 100);
  expect(large.length).toBeGreaterThan(2);
  const { pending, before, ledger, result } = await playStory(folder, () => undefined);

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
  const text = await stored();
  expect(text).toContain("Decide about the requests");
  for (const { _iban } of requests) expect(text).not.toContain(_iban);
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
}

const title = "pays each refund once, after a person has decided about the large ones";

test(`${title}: in SQLite`, { timeout: 120_000, tags: "full" }, async () => {
  await checkedStory(() => {
    const files = readdirSync(folder).filter((name) => name.startsWith("runs."));
    const texts = files.map((name) => readFileSync(join(folder, name), "latin1"));
    return Promise.resolve(texts.join("\n"));
  });
});

const server = process.env["PTC_POSTGRES"];

test.skipIf(server === undefined)(
  `${title}: on DBOS (set PTC_POSTGRES to the address of a server)`,
  { timeout: 120_000 },
  async () => {
    const url = new URL(server ?? "");
    const client = new Client(url.href);
    await client.connect();
    const database = `ptc_desk_${String(process.pid)}`;
    await client.query(`CREATE DATABASE ${database}`);
    url.pathname = `/${database}`;
    vi.stubEnv("REFUND_DESK_POSTGRES", url.href);
    try {
      await checkedStory(async () => {
        const reader = new Client(url.href);
        await reader.connect();
        const { rows } = await reader.query<{ readonly text: string }>(
          "SELECT database_to_xml(true, false, '')::text AS text",
        );
        await reader.end();
        return rows[0]?.text ?? "";
      });
    } finally {
      await client.query(`DROP DATABASE ${database} WITH (FORCE)`);
      await client.end();
    }
  },
);
