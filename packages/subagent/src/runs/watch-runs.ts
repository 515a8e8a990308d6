// Watches the status of runs, in any process.

import type { RecordQuery, RecordSummary, RunStore } from "@ptc/core/store";
import { hasEnded, runSummary, type RunSummary } from "./run-info.ts";
import { runKey, shown } from "./run-state.ts";
import { RunsError } from "./runs-error.ts";

/** @throws RunsError for an unknown id, StoreError */
export function watchRuns(
  store: RunStore,
  which: string | RecordQuery,
  signal: AbortSignal,
): AsyncIterableIterator<RunSummary> {
  return typeof which === "string"
    ? watchOne(store, which, signal)
    : watchMany(store, which, signal);
}

async function* watchMany(
  store: RunStore,
  query: RecordQuery,
  signal: AbortSignal,
): AsyncIterableIterator<RunSummary> {
  // The filter would hide that a run has left a status, so it is applied here.
  const { status, ...others } = query;
  const wanted = status === undefined ? undefined : [status].flat();
  const seen = new Map<string, Seen>();
  for await (const record of store.watch(others, { signal })) {
    if (!isNew(record, seen)) continue;
    if (wanted === undefined || wanted.includes(record.status)) yield runSummary(record);
  }
}

async function* watchOne(
  store: RunStore,
  id: string,
  signal: AbortSignal,
): AsyncIterableIterator<RunSummary> {
  const over = new AbortController();
  // Watch first, so that no change is lost between both.
  const changes = store.watch({ kind: "run" }, { signal: AbortSignal.any([signal, over.signal]) });
  const iterator = changes[Symbol.asyncIterator]();
  try {
    let next = iterator.next();
    const record = await store.load(runKey(id));
    if (record === undefined)
      throw new RunsError("unknown_run", `the store ${store.name} has no run ${shown(id)}`);
    const seen = new Map<string, Seen>([[id, record]]);
    yield runSummary(record);
    if (hasEnded(record.status)) return;
    for (;;) {
      const result = await next;
      if (result.done === true) return;
      const changed = result.value;
      next = iterator.next();
      if (changed.id !== id || !isNew(changed, seen)) continue;
      yield runSummary(changed);
      if (hasEnded(changed.status)) return;
    }
  } finally {
    over.abort();
    await iterator.return?.();
  }
}

type Seen = Pick<RecordSummary, "status" | "version">;

/** True if the status of the run has changed. */
function isNew(run: RecordSummary, seen: Map<string, Seen>): boolean {
  const { id, status, version } = run;
  const before = seen.get(id);
  if (hasEnded(status)) seen.delete(id);
  else seen.set(id, run);
  if (before?.status !== status) return true;
  // Stores report the last of several changes, so the run may have continued and waits again.
  return status === "waiting" && before.version !== version;
}
