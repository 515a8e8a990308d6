// Encrypts records again with the current key.

import { recordKinds } from "./record-checks.ts";
import { sealedChange } from "./sealed-change.ts";
import type { RecordKey, RunStore, StoredRecord } from "./run-store.ts";
import { sealedText, type Sealer } from "./sealed-text.ts";
import { StoreError } from "./store-error.ts";

/** The result of `reencrypt`. */
export interface Reencryption {
  /** The number of records that are now encrypted with the current key. */
  readonly changed: number;
  /** The number of records that others were changing. */
  readonly left: number;
}

/** The lease of a record while it is encrypted. */
const lease = { owner: "reencrypt", forMs: 120_000 };
const pageSize = 100;

export async function reencrypted(
  store: RunStore,
  sealer: Sealer,
  load: (key: RecordKey) => Promise<StoredRecord | undefined>,
): Promise<Reencryption> {
  let changed = 0;
  let left = 0;
  for (const kind of recordKinds) {
    let cursor: string | undefined;
    do {
      const page = await store.list(
        { kind },
        { order: "oldest", limit: pageSize, ...(cursor === undefined ? {} : { cursor }) },
      );
      for (const key of page.records) {
        const result = await rewritten(store, sealer, key, load);
        if (result === "changed") changed += 1;
        if (result === "left") left += 1;
      }
      ({ cursor } = page);
    } while (cursor !== undefined);
  }
  return { changed, left };
}

/** Without a lease, the next change of the record's worker would be a conflict. */
async function rewritten(
  store: RunStore,
  sealer: Sealer,
  { kind, id }: RecordKey,
  load: (key: RecordKey) => Promise<StoredRecord | undefined>,
): Promise<"current" | "changed" | "left"> {
  const key = { kind, id };
  const stored = await store.load(key);
  if (stored === undefined || isCurrent(sealer, stored)) return "current";
  const taken = await store.lease(key, lease);
  if (taken === undefined) return "left";
  try {
    const record = await load(key);
    if (record === undefined) return "current";
    const { version, snapshot, entries } = record;
    const change = await sealedChange(sealer, { key, version, snapshot: snapshot ?? "", entries });
    const none =
      snapshot === undefined
        ? { snapshot: await sealer.sealed(key, "none", [version + 1, 0, entries.length + 1], "") }
        : {};
    await store.append([{ ...change, ...none, lease: taken }]);
    return "changed";
  } catch (error) {
    const isTaken =
      error instanceof StoreError && ["conflict", "lease_lost"].includes(error.problem);
    if (isTaken) return "left";
    throw error;
  } finally {
    await store.release(taken);
  }
}

function isCurrent(sealer: Sealer, { snapshot, entries }: StoredRecord): boolean {
  const texts = [...(snapshot === undefined ? [] : [snapshot]), ...entries];
  // A record that was written before the store was encrypted may have none.
  return texts.length > 0 && texts.every((text) => sealedText(text)?.keyId === sealer.currentId);
}
