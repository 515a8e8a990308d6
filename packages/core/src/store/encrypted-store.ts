// A store whose snapshots and entries are encrypted. Heads stay in clear, so that `list` works.

import { OptionError } from "../errors/index.ts";
import { assertKnownOptions } from "../errors/internal.ts";
import { checkedChanges } from "./change-checks.ts";
import { defaultMaximumBytes } from "./checked-store.ts";
import { reencrypted, type Reencryption } from "./reencryption.ts";
import { openedRecord } from "./opened-record.ts";
import { sealedChange } from "./sealed-change.ts";
import type { RecordKey, RunStore, StoredRecord } from "./run-store.ts";
import { Sealer, type StoreKeys } from "./sealed-text.ts";
import { StoreError } from "./store-error.ts";

/** The options of `encryptedStore`. */
export interface EncryptedStoreOptions {
  /**
   * True to read records that were written before the store was encrypted. Then an attacker who can
   * write the database can replace records by clear ones, so set it only until `reencrypt` has
   * ended.
   */
  readonly readsClear?: boolean;
  /**
   * The largest snapshot or entry before encryption, in bytes of UTF-8. Default 100 MB. Encrypted
   * ones are a third longer, and the other store has a limit too.
   */
  readonly maximumBytes?: number;
}

/** A store whose snapshots and entries are encrypted. */
export interface EncryptedStore extends RunStore {
  /**
   * Encrypts with the current key what has another one. Records that a worker has leased are left:
   * call it again later, until `left` is 0. Then the previous keys aren't needed.
   */
  reencrypt(): Promise<Reencryption>;
}

/**
 * Returns a store that encrypts snapshots and entries with AES-256-GCM before it passes them to
 * `store`. Texts are bound to their record and place: `load` throws if one was changed, moved,
 * repeated or removed. It can't notice if a whole record was set back to an earlier state, or
 * deleted. Kinds, ids, heads, times and lengths stay in clear.
 * @throws OptionError
 */
export function encryptedStore(
  store: RunStore,
  keys: StoreKeys,
  options: EncryptedStoreOptions = {},
): EncryptedStore {
  assertKnownOptions(keys, ["current", "previous"], "keys.");
  assertKnownOptions(options, ["readsClear", "maximumBytes"]);
  assertWebCrypto();
  const { readsClear = false, maximumBytes = defaultMaximumBytes } = options;
  const sealer = new Sealer(store.name, keys);
  const working = new Set<Promise<unknown>>();
  let closed: Promise<void> | undefined;

  /** Encryption takes time, which `close` waits for. */
  const work = async <Value>(run: () => Promise<Value>): Promise<Value> => {
    if (closed !== undefined)
      throw new StoreError("closed", `${store.name}: the store was closed: open it again`);
    const running = run();
    working.add(running);
    try {
      return await running;
    } finally {
      working.delete(running);
    }
  };
  const load = async (key: RecordKey): Promise<StoredRecord | undefined> => {
    const record = await store.load(key);
    return record === undefined ? undefined : openedRecord(sealer, record, readsClear);
  };
  return {
    name: store.name,
    load: (key) => work(() => load(key)),
    append: (changes) =>
      work(async () => {
        const checked = checkedChanges(store.name, changes, maximumBytes);
        return store.append(
          await Promise.all(checked.map((change) => sealedChange(sealer, change))),
        );
      }),
    list: (query, page) => work(() => store.list(query, page)),
    lease: (key, leaseOptions) => work(() => store.lease(key, leaseOptions)),
    renew: (lease, leaseOptions) => work(() => store.renew(lease, leaseOptions)),
    release: (lease) => work(() => store.release(lease)),
    delete: (deleted) => work(() => store.delete(deleted)),
    prune: (query, pruneOptions) => work(() => store.prune(query, pruneOptions)),
    watch: (query, watchOptions) => store.watch(query, watchOptions),
    reencrypt: () => work(() => reencrypted(store, sealer, load)),
    close: () =>
      (closed ??= (async () => {
        await Promise.allSettled(working);
        await store.close();
      })()),
  };
}

function assertWebCrypto(): void {
  const { crypto: given } = globalThis as { readonly crypto?: { readonly subtle?: object } };
  if (given?.subtle === undefined)
    throw new OptionError(
      "keys",
      "encryption needs Web Crypto (crypto.subtle): browsers have it on https pages only",
    );
}
