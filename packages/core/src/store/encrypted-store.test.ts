import { describe, expect, test } from "vitest";
import { encryptedStore, type EncryptedStoreOptions } from "./encrypted-store.ts";
import { createMemoryStore } from "./memory-store.ts";
import type { RecordKey, RunStore, StoredRecord } from "./run-store.ts";
import type { StoreKeys } from "./sealed-text.ts";

const key: RecordKey = { kind: "run", id: "a" };
const first = { id: "2026-01", key: "the first secret" };
const second = { id: "2026-02", key: new Uint8Array(32).fill(7) };

/** Returns a store whose records look like these to `load`. */
function showing(store: RunStore, change: (record: StoredRecord) => StoredRecord): RunStore {
  return {
    ...store,
    load: async (loaded) => {
      const record = await store.load(loaded);
      return record === undefined ? undefined : change(record);
    },
  };
}

/** Returns a memory with a run: entries, a snapshot, a change of its head, and more entries. */
async function filled(keys: StoreKeys = { current: first }): Promise<RunStore> {
  const memory = createMemoryStore();
  const store = encryptedStore(memory, keys);
  await store.append([{ key, version: 0, head: { status: "queued" }, entries: ['"lost"'] }]);
  await store.append([{ key, version: 1, snapshot: '"card 4242"', entries: ['"one"'] }]);
  await store.append([{ key, version: 2, head: { status: "running", agent: "desk" } }]);
  await store.append([{ key, version: 3, entries: ['"two"', '"three"'] }]);
  await store.append([{ key, version: 4, entries: ['"four"'] }]);
  const other = { key: { kind: "inbox", id: "a" } as const, version: 0, head: { status: "open" } };
  await store.append([{ ...other, entries: ['"approved"'] }]);
  return memory;
}

const contents = { snapshot: '"card 4242"', entries: ['"one"', '"two"', '"three"', '"four"'] };

describe("an encrypted store", () => {
  test("passes no part of a text to the other store, and gives the texts back", async () => {
    const memory = await filled();
    const stored = JSON.stringify(await memory.load(key));
    for (const text of ["4242", "one", "two", "three", "four"]) expect(stored).not.toContain(text);
    expect(await encryptedStore(memory, { current: first }).load(key)).toEqual({
      ...key,
      ...contents,
      status: "running",
      agent: "desk",
      version: 5,
      createdAt: expect.any(Number) as number,
      updatedAt: expect.any(Number) as number,
    });
  });

  test("never encrypts a text to the same bytes twice", async () => {
    const memory = createMemoryStore();
    const store = encryptedStore(memory, { current: first });
    await store.append([{ key, version: 0, head: { status: "x" }, entries: ["1", "1"] }]);
    const record = await memory.load(key);
    const data = record?.entries.map((text) => (JSON.parse(text) as { data: string }).data);
    expect(new Set(data).size).toBe(2);
  });

  const swapped = <Item>(items: readonly Item[], left: number, right: number): readonly Item[] =>
    items.map(
      (item, index) => items[index === left ? right : index === right ? left : index] ?? item,
    );

  test.each<[string, (record: StoredRecord) => StoredRecord]>([
    ["two entries are swapped", (r) => ({ ...r, entries: swapped(r.entries, 0, 2) })],
    ["entries of one change are swapped", (r) => ({ ...r, entries: swapped(r.entries, 2, 3) })],
    ["the first entry is missing", (r) => ({ ...r, entries: r.entries.slice(1) })],
    ["an entry is missing", (r) => ({ ...r, entries: r.entries.filter((_, i) => i !== 2) })],
    [
      "the mark of a head is missing",
      (r) => ({ ...r, entries: r.entries.filter((_, i) => i !== 1) }),
    ],
    ["the last entry is missing", (r) => ({ ...r, entries: r.entries.slice(0, -1) })],
    ["all entries are missing", (r) => ({ ...r, entries: [] })],
    ["an entry is repeated", (r) => ({ ...r, entries: [...r.entries, r.entries.at(-1) ?? ""] })],
    ["an entry is the snapshot", (r) => ({ ...r, snapshot: r.entries[0] ?? "" })],
    [
      "the snapshot is an entry",
      (r) => ({ ...r, entries: [r.snapshot ?? "", ...r.entries.slice(1)] }),
    ],
    ["the version is greater", (r) => ({ ...r, version: 6 })],
  ])("refuses a record if %s", async (_, change) => {
    const store = encryptedStore(showing(await filled(), change), { current: first });
    await expect(store.load(key)).rejects.toMatchObject({
      problem: "damaged",
      message: expect.stringMatching(
        /^memory: run "a": a text at version \d is missing, repeated or at another place: change/,
      ) as string,
    });
  });

  test("refuses a snapshot that is removed", async () => {
    const change = ({ snapshot: _snapshot, ...record }: StoredRecord): StoredRecord => record;
    const store = encryptedStore(showing(await filled(), change), { current: first });
    await expect(store.load(key)).rejects.toMatchObject({ problem: "damaged" });
  });

  test("refuses texts of another record, and texts with another place, role or letter", async () => {
    const memory = await filled();
    const inbox = await memory.load({ kind: "inbox", id: "a" });
    const edited = (from: string | RegExp, to: string) => (record: StoredRecord) => ({
      ...record,
      entries: record.entries.map((text, index) => (index === 0 ? text.replace(from, to) : text)),
    });
    for (const change of [
      (record: StoredRecord) => ({
        ...record,
        entries: [
          (inbox?.entries[0] ?? "").replace('"at":[1,0,1]', '"at":[2,1,2]'),
          ...record.entries.slice(1),
        ],
      }),
      edited('"role":"entry"', '"role":"mark"'),
      edited(/"data":"(.)/, '"data":"$1A'),
      edited(/"data":"..../, '"data":"!!!!'),
    ])
      await expect(
        encryptedStore(showing(memory, change), { current: first }).load(key),
      ).rejects.toMatchObject({
        problem: "key",
        message:
          'memory: run "a": a text can\'t be decrypted with the key "2026-01": the key is another one of that id, or the text was changed or moved',
      });
  });

  test("names a key that is missing, and refuses another key of the same id", async () => {
    const memory = await filled();
    await expect(encryptedStore(memory, { current: second }).load(key)).rejects.toMatchObject({
      problem: "key",
      message:
        'memory: run "a": it is encrypted with the key "2026-01", which isn\'t one of the given keys: pass it in `previous`',
    });
    const other = { current: { ...first, key: "another secret of the host" } };
    await expect(encryptedStore(memory, other).load(key)).rejects.toMatchObject({ problem: "key" });
  });

  test("reads texts of previous keys, writes with the current one, and encrypts all again", async () => {
    const memory = await filled();
    const rotated = encryptedStore(memory, { current: second, previous: [first] });
    await rotated.append([{ key, version: 5, entries: ['"five"'] }]);
    const expected = { ...contents, entries: [...contents.entries, '"five"'] };
    expect(await rotated.load(key)).toMatchObject(expected);
    const lease = await rotated.lease(key, { owner: "worker", forMs: 60_000 });
    expect(await rotated.reencrypt()).toEqual({ changed: 1, left: 1 });
    if (lease !== undefined) await rotated.release(lease);
    expect(await rotated.reencrypt()).toEqual({ changed: 1, left: 0 });
    expect(await rotated.reencrypt()).toEqual({ changed: 0, left: 0 });
    const later = encryptedStore(memory, { current: second });
    expect(await later.load(key)).toMatchObject(expected);
    const inbox = await later.load({ kind: "inbox", id: "a" });
    expect(inbox).toMatchObject({ version: 2, entries: ['"approved"'] });
    expect(inbox).not.toHaveProperty("snapshot");
    await later.append([{ key: { kind: "inbox", id: "a" }, version: 2, entries: ["2"] }]);
    expect((await later.load({ kind: "inbox", id: "a" }))?.entries).toEqual(['"approved"', "2"]);
  });

  test("refuses clear texts, unless an earlier store is encrypted now", async () => {
    const memory = createMemoryStore();
    await memory.append([{ key, version: 0, head: { status: "x" }, entries: ["1", "2"] }]);
    const bare: RecordKey = { kind: "session", id: "bare" };
    await memory.append([{ key: bare, version: 0, head: { status: "x" } }]);
    const open = (options?: EncryptedStoreOptions) =>
      encryptedStore(memory, { current: first }, options);
    await expect(open().load(key)).rejects.toMatchObject({
      problem: "key",
      message:
        'memory: run "a": a text isn\'t encrypted: it was written without keys, or replaced. To read clear texts of an earlier time, pass readsClear: true',
    });
    const reading = open({ readsClear: true });
    await reading.append([{ key, version: 1, entries: ["3"] }]);
    expect((await reading.load(key))?.entries).toEqual(["1", "2", "3"]);
    expect((await reading.load(bare))?.entries).toEqual([]);
    expect(await reading.reencrypt()).toEqual({ changed: 2, left: 0 });
    expect((await open().load(key))?.entries).toEqual(["1", "2", "3"]);
    expect((await open().load(bare))?.entries).toEqual([]);
  });

  test("checks its keys", () => {
    const made = (keys: StoreKeys) => () => encryptedStore(createMemoryStore(), keys);
    expect(made({ current: { id: "a", key: "short" } })).toThrow(
      "option `current.key`: expected a secret of at least 16 bytes",
    );
    expect(made({ current: first, previous: [{ ...second, id: first.id }] })).toThrow(
      'option `previous[0].id`: two keys have the id "2026-01": rename one',
    );
    expect(made({ current: { ...first, id: "" } })).toThrow("expected a text of 1 to 100");
    expect(made({ current: first, older: [second] } as StoreKeys)).toThrow("`keys.older`");
  });
});
