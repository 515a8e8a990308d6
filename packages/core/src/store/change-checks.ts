// Checks of the arguments of `append`, `lease`, `renew` and `release`.
import type { Lease, LeaseOptions, RecordChange } from "./run-store.ts";
import { checkedHead, checkedKey, keyText, maximumName } from "./record-checks.ts";
import {
  checkedArray,
  checkedFields,
  checkedInteger,
  checkedName,
  checkedObject,
  checkedText,
  checkedTime,
  invalid,
  quoted,
} from "./store-texts.ts";

/** A batch is one transaction, so a larger one would stop other writers. */
const maximumChanges = 1000;
/** Ten years: a lease that never ends would hide a dead worker. */
const maximumLeaseMs = 10 * 366 * 24 * 60 * 60 * 1000;

/** Checks the changes of `append`. No two may change the same record. */
export function checkedChanges(
  store: string,
  value: unknown,
  maximumBytes: number,
): readonly RecordChange[] {
  const changes = checkedArray(store, "the list of changes", value);
  if (changes.length > maximumChanges)
    throw invalid(
      store,
      `one \`append\` has ${String(changes.length)} changes: ` +
        `pass at most ${String(maximumChanges)}, or append several times`,
    );
  const seen = new Set<string>();
  return changes.map((change) => {
    const checked = checkedChange(store, change, maximumBytes);
    const text = keyText(checked.key);
    if (seen.has(text))
      throw invalid(
        store,
        `one \`append\` changes ${checked.key.kind} ${quoted(checked.key.id)} twice: ` +
          "put its entries into one change",
      );
    seen.add(text);
    return checked;
  });
}

function checkedChange(store: string, value: unknown, maximumBytes: number): RecordChange {
  const { key, version, head, snapshot, entries, lease } = checkedFields(store, "a change", value, [
    "key",
    "version",
    "head",
    "snapshot",
    "entries",
    "lease",
  ]);
  const known = checkedKey(store, key);
  const name = `${known.kind} ${quoted(known.id)}`;
  const change: RecordChange = {
    key: known,
    version: checkedInteger(store, `the version of ${name}`, version, {
      least: 0,
      most: Number.MAX_SAFE_INTEGER - 1,
    }),
    ...(head === undefined ? {} : { head: checkedHead(store, head) }),
    ...(snapshot === undefined
      ? {}
      : { snapshot: checkedText(store, `the snapshot of ${name}`, snapshot, maximumBytes) }),
    ...(entries === undefined
      ? {}
      : {
          entries: checkedArray(store, `the list of entries of ${name}`, entries).map((entry) =>
            checkedText(store, `an entry of ${name}`, entry, maximumBytes),
          ),
        }),
    ...(lease === undefined ? {} : { lease: checkedLease(store, lease) }),
  };
  if (change.version === 0 && change.head === undefined && !isCheckOnly(change))
    throw invalid(store, `${name} is new and has no head: pass \`head\` with a status`);
  if (change.lease !== undefined && keyText(change.lease.key) !== keyText(known))
    throw invalid(
      store,
      `the change of ${name} has the lease of ${change.lease.key.kind} ` +
        `${quoted(change.lease.key.id)}: pass a lease of the same record`,
    );
  return change;
}

/** True for a change that only checks the version of its record. */
export function isCheckOnly({ head, snapshot, entries }: RecordChange): boolean {
  return head === undefined && snapshot === undefined && (entries?.length ?? 0) === 0;
}

export function checkedLease(store: string, value: unknown): Lease {
  const { key, owner, token, until } = checkedObject(store, "a lease", value, [
    "key",
    "owner",
    "token",
    "until",
  ]);
  return {
    key: checkedKey(store, key),
    owner: checkedOwner(store, owner),
    token: checkedInteger(store, "the token of a lease", token, {
      least: 0,
      most: Number.MAX_SAFE_INTEGER,
    }),
    until: checkedTime(store, "the end of a lease", until),
  };
}

export function checkedLeaseOptions(store: string, value: unknown): LeaseOptions {
  const { owner, forMs } = checkedFields(store, "the options of `lease`", value, [
    "owner",
    "forMs",
  ]);
  return { owner: checkedOwner(store, owner), forMs: checkedDuration(store, forMs) };
}

export function checkedRenewal(store: string, value: unknown): number {
  // Options of `lease` may be passed again.
  const { forMs } = checkedFields(store, "the options of `renew`", value, ["forMs", "owner"]);
  return checkedDuration(store, forMs);
}

function checkedOwner(store: string, value: unknown): string {
  return checkedName(store, "the owner of a lease", value, maximumName);
}

function checkedDuration(store: string, value: unknown): number {
  return checkedInteger(store, "`forMs` of a lease", value, { least: 1, most: maximumLeaseMs });
}
