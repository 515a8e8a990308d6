// Small helpers of the cases.

import { expect } from "vitest";
import {
  StoreError,
  type Lease,
  type RecordKey,
  type RunStore,
  type StoreProblem,
} from "@ptc/core/store";

export function runKey(id: string): RecordKey {
  return { kind: "run", id };
}

/** Adds a new run for each id. */
export async function addRuns(store: RunStore, ...ids: readonly string[]): Promise<void> {
  await store.append(
    ids.map((id) => ({ key: runKey(id), version: 0, head: { status: "queued" } })),
  );
}

/** Leases a run that has no lease. */
export async function leased(
  store: RunStore,
  id: string,
  owner = "worker-1",
  forMs = 1000,
): Promise<Lease> {
  const lease = await store.lease(runKey(id), { owner, forMs });
  if (lease === undefined) throw new Error(`${id} has no lease`);
  return lease;
}

/** Checks that a call fails with a problem, and that its message names the store. */
export async function expectProblem(
  call: Promise<unknown>,
  problem: StoreProblem,
): Promise<StoreError> {
  const error = await call.then(
    (value) => expect.fail(`no problem, but ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  );
  if (!(error instanceof StoreError)) throw error;
  expect(error.message).toMatch(/^[^\n]+: [^\n]+$/);
  expect({ problem: error.problem, message: error.message }).toMatchObject({ problem });
  return error;
}

/** Returns the ids of all pages. */
export async function idsOf(
  store: RunStore,
  query: Parameters<RunStore["list"]>[0],
  page: Parameters<RunStore["list"]>[1] = {},
): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let cursor: string | undefined, isFirst = true; isFirst || cursor !== undefined;) {
    isFirst = false;
    const found = await store.list(query, { ...page, ...(cursor === undefined ? {} : { cursor }) });
    ids.push(...found.records.map(({ id }) => id));
    cursor = found.cursor;
  }
  return ids;
}
