import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createMemoryStore, encryptedStore, type RunStore } from "@ptc/core/store";
import { openFileStore } from "@ptc/core/store/node";
import { afterAll, describe, expect, test } from "vitest";
import { journalIn, run } from "../index.ts";

const folder = mkdtempSync(join(tmpdir(), "ptc-journal-in-"));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const keys = { current: { id: "1", key: "a secret of the host" } };
const stores: readonly [string, () => Promise<RunStore>][] = [
  ["memory", () => Promise.resolve(createMemoryStore())],
  ["a file", () => openFileStore(join(folder, "runs"))],
  ["encrypted memory", () => Promise.resolve(encryptedStore(createMemoryStore(), keys))],
];

describe.each(stores)("a journal in %s", (_, open) => {
  test("passes the results of tasks to the next run", async () => {
    await using store = disposed(await open());
    let charged = 0;
    const tools = { charge: () => `tx_${String((charged += 1))}` };
    const llm = () => '(return [(task "charge_42" (tool/charge)) (task "__proto__" 1)])';
    for (const expected of [
      ["tx_1", 1],
      ["tx_1", 1],
    ]) {
      const journal = await journalIn(store.store, "order-42");
      const step = await run("Charge it.", { llm, tools, ...journal });
      expect(step.ok && step.return).toEqual(expected);
    }
    const { journal } = await journalIn(store.store, "order-42");
    expect(Object.entries(journal)).toEqual([
      ["charge_42", "tx_1"],
      ["__proto__", 1],
    ]);
  });

  test("keeps the order of hundreds of changes, in few texts", async () => {
    await using store = disposed(await open());
    const journal = await journalIn(store.store, "many");
    await Promise.all(
      Array.from({ length: 450 }, (_each, index) =>
        journal.onJournal({ id: `t${String(index % 300)}`, entry: index }),
      ),
    );
    await journal.onJournal({ id: "t7", removed: true });
    const again = await journalIn(store.store, "many");
    expect(again.journal).toEqual(journal.journal);
    expect(Object.keys(again.journal)).toHaveLength(299);
    expect(again.journal).toMatchObject({ t0: 300, t149: 449, t150: 150, t299: 299 });
    const record = await store.store.load({ kind: "journal", id: "many" });
    expect(record?.entries.length).toBeLessThan(210);
  });

  test("ends a run whose journal was opened again, before it can store anything", async () => {
    await using store = disposed(await open());
    const old = await journalIn(store.store, "taken");
    const present = await journalIn(store.store, "taken");
    const step = await run("Charge it.", { llm: () => '(task "a" 1)', ...old });
    expect(step.ok ? "" : step.fail.reason).toBe("journal_failed");
    await present.onJournal({ id: "b", entry: 2 });
    expect((await journalIn(store.store, "taken")).journal).toEqual({ b: 2 });
  });
});

test("refuses a record that isn't a journal", async () => {
  const store = createMemoryStore();
  const head = { status: "open" };
  for (const [id, contents, problem] of [
    ["a", { entries: ["{}"] }, "it has no task id"],
    ["b", { entries: ["{"] }, "it has a text that is not JSON"],
    ["c", { snapshot: "{}" }, "its snapshot is not an array"],
  ] as const) {
    await store.append([{ key: { kind: "journal", id }, version: 0, head, ...contents }]);
    await expect(journalIn(store, id)).rejects.toThrow(
      `option \`id\`: the record "${id}" of memory isn't a journal: ${problem}. Use another id`,
    );
  }
});

function disposed(store: RunStore): AsyncDisposable & { readonly store: RunStore } {
  return { store, [Symbol.asyncDispose]: () => store.close() };
}
