// The rules of changes and leases, which all stores share. Each function takes the state of a
// record that the store has read in its transaction, and the time of the store.
import { isCheckOnly } from "./change-checks.ts";
import type { Lease, RecordChange, RecordKey, RecordSummary } from "./run-store.ts";
import { StoreError } from "./store-error.ts";
import { quoted } from "./store-texts.ts";

/** A record in its store, without its contents. Its lease may have ended. */
export interface RecordState extends Omit<RecordSummary, "lease"> {
  readonly lease?: LeaseState;
}

/** A lease in its store. */
export interface LeaseState {
  readonly owner: string;
  readonly token: number;
  readonly until: number;
}

/** Returns the state of a record after its lease. */
export function withoutLease(state: RecordState): Omit<RecordState, "lease"> {
  const { lease, ...rest } = state;
  return lease === undefined ? state : rest;
}

/**
 * Returns the state after a change, or `state` itself if the change only checks the version.
 * @throws StoreError `conflict` or `lease_lost`
 */
export function changedState(
  store: string,
  change: RecordChange,
  state: RecordState | undefined,
  now: number,
): RecordState | undefined {
  if (change.lease !== undefined) requireLease(store, change.lease, state, now);
  const version = state?.version ?? 0;
  if (version !== change.version) throw conflict(store, change, version);
  if (isCheckOnly(change)) return state;
  const { status, agent, appVersion, tags, dueAt } = change.head ?? state ?? { status: "" };
  return {
    ...change.key,
    status,
    ...(agent === undefined ? {} : { agent }),
    ...(appVersion === undefined ? {} : { appVersion }),
    ...(tags === undefined ? {} : { tags }),
    ...(dueAt === undefined ? {} : { dueAt }),
    version: version + 1,
    createdAt: state?.createdAt ?? now,
    // A clock that was set back doesn't make a record older.
    updatedAt: Math.max(now, state?.updatedAt ?? now),
    ...(state?.lease === undefined ? {} : { lease: state.lease }),
  };
}

/**
 * Checks that `lease` is the current one of its record.
 * @throws StoreError `lease_lost`
 */
export function requireLease(
  store: string,
  lease: Lease,
  state: RecordState | undefined,
  now: number,
): void {
  const current = currentLease(state, now);
  if (current?.token !== lease.token || current.owner !== lease.owner)
    throw new StoreError(
      "lease_lost",
      `${store}: the lease of ${nameOf(lease.key)} has ended: stop working on it, because ` +
        "another worker may continue it",
    );
}

/** Returns the lease of a record unless it has ended. */
export function currentLease(state: RecordState | undefined, now: number): LeaseState | undefined {
  return state?.lease !== undefined && state.lease.until > now ? state.lease : undefined;
}

/** Returns what callers see of a record. A missing record has version 0. */
export function summaryOf(
  key: RecordKey,
  state: RecordState | undefined,
  now: number,
): RecordSummary {
  if (state === undefined)
    return { kind: key.kind, id: key.id, status: "", version: 0, createdAt: 0, updatedAt: 0 };
  const lease = currentLease(state, now);
  return {
    ...withoutLease(state),
    ...(state.tags === undefined ? {} : { tags: [...state.tags] }),
    ...(lease === undefined ? {} : { lease: { owner: lease.owner, until: lease.until } }),
  };
}

function conflict(store: string, change: RecordChange, version: number): StoreError {
  const name = nameOf(change.key);
  return new StoreError(
    "conflict",
    version === 0
      ? `${store}: ${name} doesn't exist, but the change is for version ` +
          `${String(change.version)}: it was deleted, or the store is another one`
      : `${store}: ${name} has version ${String(version)}, but the change is for version ` +
          `${String(change.version)}: load it again, because another process has changed it`,
  );
}

function nameOf({ kind, id }: RecordKey): string {
  return `${kind} ${quoted(id)}`;
}
