// A run that this worker has leased. Its changes are written one after another, each with the
// version of the one before, so a worker that has lost the lease can't write.

import type { Lease, RecordChange, RecordHead, RecordSummary, RunStore } from "@ptc/core/store";
import { runKey } from "./run-state.ts";

export type RunChange = Pick<RecordChange, "head" | "snapshot" | "entries">;

export class LeasedRun {
  readonly id: string;
  private readonly store: RunStore;
  private current: Lease;
  private version: number;
  private tail: Promise<unknown> = Promise.resolve();
  /** The first error of a write. Nothing is written after it. */
  failure: { readonly error: unknown } | undefined = undefined;

  constructor(store: RunStore, lease: Lease, version: number) {
    this.store = store;
    this.id = lease.key.id;
    this.current = lease;
    this.version = version;
  }

  get lease(): Lease {
    return this.current;
  }

  /** Writes a change of the run, with changes of other records in the same batch. */
  write(change: RunChange, others: readonly RecordChange[] = []): Promise<void> {
    const written = this.tail.then(() => this.written(change, others));
    this.tail = written.catch(() => undefined);
    return written;
  }

  private async written(change: RunChange, others: readonly RecordChange[]): Promise<void> {
    if (this.failure !== undefined) throw this.failure.error;
    const { id, version, lease } = this;
    try {
      const [run] = await this.store.append([
        { key: runKey(id), version, lease, ...change },
        ...others,
      ]);
      this.version = versionAfter(run, version);
    } catch (error) {
      if (!isConflictOf(error, others)) this.failure = { error };
      throw error;
    }
  }

  async renew(forMs: number): Promise<void> {
    this.current = await this.store.renew(this.current, { forMs });
  }

  async release(): Promise<void> {
    await this.tail;
    await this.store.release(this.current);
  }
}

function versionAfter(run: RecordSummary | undefined, before: number): number {
  return run?.version ?? before + 1;
}

/** True if another record of the batch may have another version. The run can be written again. */
function isConflictOf(error: unknown, others: readonly RecordChange[]): boolean {
  return others.length > 0 && problemOf(error) === "conflict";
}

/** Returns the problem of a `StoreError`. */
export function problemOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || error.name !== "StoreError") return undefined;
  const { problem } = error as { readonly problem?: unknown };
  return typeof problem === "string" ? problem : undefined;
}

/** Returns the head of a run in another state. The agent and the tags don't change. */
export function headOf(
  { agent, tags, appVersion }: RecordHead,
  status: string,
  dueAt?: number,
): RecordHead {
  return {
    status,
    ...(agent === undefined ? {} : { agent }),
    ...(tags === undefined ? {} : { tags }),
    ...(appVersion === undefined ? {} : { appVersion }),
    ...(dueAt === undefined ? {} : { dueAt }),
  };
}
