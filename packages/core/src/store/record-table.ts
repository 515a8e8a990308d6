// The records of a store that has them in memory. Each method that changes something only plans: it
// checks, and returns what to change. So a store can write that to a file before it applies it.
import type { Clock } from "../contracts/index.ts";
import { Bell } from "./bell.ts";
import { matchesQuery, pageOf } from "./record-order.ts";
import { keyText } from "./record-checks.ts";
import {
  changedState,
  currentLease,
  requireLease,
  summaryOf,
  withoutLease,
  type RecordState,
} from "./record-state.ts";
import type {
  Lease,
  LeaseOptions,
  RecordChange,
  RecordKey,
  RecordSummary,
  StoredRecord,
} from "./run-store.ts";
import type { CheckedPage, CheckedQuery } from "./checked-query.ts";
import type { ChangePage, ChangeSource } from "./watch-changes.ts";

/** The change of one record. */
export interface Mutation {
  readonly key: RecordKey;
  /** The new state, with its lease; undefined for a deleted record. */
  readonly state?: RecordState;
  /** Replaces the snapshot and removes all entries. */
  readonly snapshot?: string;
  /** Added after those that are kept. */
  readonly entries?: readonly string[];
}

/** The changes that a method needs, and its result after them. */
export interface Planned<Result> {
  readonly mutations: readonly Mutation[];
  readonly result: Result;
}

interface TableRecord {
  readonly state: RecordState;
  readonly snapshot: string | undefined;
  readonly entries: readonly string[];
  /** Orders the last changes of all records. */
  readonly change: number;
}

/** The number of changes that a watch reads at a time. */
const watchedPage = 100;

/** The records of a store in memory. */
export class RecordTable {
  readonly changes: ChangeSource<number> = {
    bell: new Bell(),
    begin: () => this.counter,
    after: (position, query) => this.changesAfter(position, query),
  };
  private readonly name: string;
  private readonly clock: Clock;
  private readonly records = new Map<string, TableRecord>();
  private counter = 0;
  private tokens = 0;

  constructor(name: string, clock: Clock) {
    this.name = name;
    this.clock = clock;
  }

  /** The greatest token of all leases so far. A store that is opened again sets it. */
  get lastToken(): number {
    return this.tokens;
  }

  set lastToken(token: number) {
    this.tokens = Math.max(this.tokens, token);
  }

  load(key: RecordKey): StoredRecord | undefined {
    const record = this.records.get(keyText(key));
    if (record === undefined) return undefined;
    const { state, snapshot, entries } = record;
    return {
      ...summaryOf(key, state, this.now()),
      ...(snapshot === undefined ? {} : { snapshot }),
      entries: [...entries],
    };
  }

  append(changes: readonly RecordChange[]): Planned<readonly RecordSummary[]> {
    const now = this.now();
    const planned = changes.map((change) => {
      const before = this.stateOf(change.key);
      const state = changedState(this.name, change, before, now);
      return { change, state, isChanged: state !== before };
    });
    return {
      mutations: planned.flatMap(({ change, state, isChanged }) => {
        if (!isChanged || state === undefined) return [];
        const { key, snapshot, entries } = change;
        return [
          {
            key,
            state,
            ...(snapshot === undefined ? {} : { snapshot }),
            ...(entries === undefined || entries.length === 0 ? {} : { entries }),
          },
        ];
      }),
      result: planned.map(({ change, state }) => summaryOf(change.key, state, now)),
    };
  }

  list(query: CheckedQuery, page: CheckedPage): readonly RecordSummary[] {
    return pageOf(this.matching(query), page);
  }

  lease(key: RecordKey, { owner, forMs }: LeaseOptions): Planned<Lease | undefined> {
    const now = this.now();
    const state = this.stateOf(key);
    if (state === undefined || currentLease(state, now) !== undefined)
      return { mutations: [], result: undefined };
    // A token of a plan that isn't applied is lost, which is harmless.
    this.tokens += 1;
    return leased(state, { key, owner, token: this.tokens, until: now + forMs });
  }

  renew(lease: Lease, forMs: number): Planned<Lease> {
    const now = this.now();
    const state = this.stateOf(lease.key);
    requireLease(this.name, lease, state, now);
    const renewed = { ...lease, until: now + forMs };
    return state === undefined ? { mutations: [], result: renewed } : leased(state, renewed);
  }

  release({ key, token }: Lease): Planned<undefined> {
    const state = this.stateOf(key);
    const isCurrent = state?.lease?.token === token;
    return {
      mutations: isCurrent ? [{ key, state: withoutLease(state) }] : [],
      result: undefined,
    };
  }

  delete(keys: readonly RecordKey[]): Planned<number> {
    const mutations = keys
      .filter((key) => this.records.has(keyText(key)))
      .map(({ kind, id }) => ({ key: { kind, id } }));
    return { mutations, result: mutations.length };
  }

  prune(query: CheckedQuery, limit: number): Planned<number> {
    return this.delete(pageOf(this.matching(query), { order: "oldest", limit }));
  }

  /** Makes planned changes. No other plan may have been applied since. */
  apply(mutations: readonly Mutation[]): void {
    for (const { key, state, snapshot, entries = [] } of mutations) {
      const text = keyText(key);
      const record = this.records.get(text);
      if (state === undefined) {
        this.records.delete(text);
        continue;
      }
      this.lastToken = state.lease?.token ?? 0;
      const kept = snapshot === undefined ? (record?.entries ?? []) : [];
      this.records.set(text, {
        state,
        snapshot: snapshot ?? record?.snapshot,
        entries: entries.length === 0 ? kept : [...kept, ...entries],
        // Leases aren't changes.
        change:
          record !== undefined && record.state.version === state.version
            ? record.change
            : ++this.counter,
      });
    }
    this.changes.bell.ring();
  }

  /** Yields what makes each record of an empty table. */
  *contents(): Generator<Mutation> {
    for (const { state, snapshot, entries } of this.records.values())
      yield {
        key: { kind: state.kind, id: state.id },
        state,
        ...(snapshot === undefined ? {} : { snapshot }),
        ...(entries.length === 0 ? {} : { entries }),
      };
  }

  clear(): void {
    this.records.clear();
  }

  private stateOf(key: RecordKey): RecordState | undefined {
    return this.records.get(keyText(key))?.state;
  }

  private changesAfter(position: number, query: CheckedQuery): ChangePage<number> {
    const now = this.now();
    const changed = [...this.records.values()]
      .filter(({ change }) => change > position)
      .sort((left, right) => left.change - right.change);
    const page = changed.slice(0, watchedPage);
    return {
      records: page
        .map(({ state }) => summaryOf(state, state, now))
        .filter((record) => matchesQuery(query, record)),
      position: page.at(-1)?.change ?? position,
      isLast: page.length === changed.length,
    };
  }

  private matching(query: CheckedQuery): readonly RecordSummary[] {
    const now = this.now();
    const records: RecordSummary[] = [];
    for (const { state } of this.records.values()) {
      // Most records of a busy store are of other kinds.
      if (state.kind !== query.kind) continue;
      const record = summaryOf(state, state, now);
      if (matchesQuery(query, record)) records.push(record);
    }
    return records;
  }

  private now(): number {
    return Math.floor(this.clock.now());
  }
}

function leased(state: RecordState, lease: Lease): Planned<Lease> {
  const { key, owner, token, until } = lease;
  return {
    mutations: [{ key, state: { ...state, lease: { owner, token, until } } }],
    result: lease,
  };
}
