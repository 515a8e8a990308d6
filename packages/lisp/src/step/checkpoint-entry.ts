// The entries with which a run reports its state while it runs, for the option `onCheckpoint`. Each
// is plain JSON. Store them in order; `checkpointOf` makes a checkpoint of them after a crash.

import type { Checkpoint, CheckpointKind, StoredPending } from "./checkpoint.ts";

/**
 * A call that begins. Without a `checkpointKey`, a digest of arguments that are all shown is only
 * computed if `checkpointOf` needs it.
 */
export type BegunCall = Omit<StoredPending, "digest"> & Partial<Pick<StoredPending, "digest">>;

/** The start of a run: the fields of its checkpoint that don't change while it runs. */
interface StartOfRun {
  readonly format: Checkpoint["format"];
  readonly version: Checkpoint["version"];
  readonly kind: CheckpointKind;
  readonly runId: string;
  readonly [field: string]: unknown;
}

/** An effect of a program or a mission, with its location. */
interface EffectOfRun {
  readonly type: string;
  readonly at: string;
  readonly [field: string]: unknown;
}

/** The fields of every entry. */
interface EntryBase {
  /** The number of the entry in its run, from 0. */
  readonly number: number;
  /** With `checkpointKey`: covers the entry and the signature before it. */
  readonly signature?: string;
}

/**
 * An entry: the inputs of the run, an effect with its answer, a call that begins, a call that waits
 * for a decision, or the end of the run. Programs and missions have the same entries.
 */
export type CheckpointEntry = EntryBase &
  (
    | { readonly type: "start"; readonly run: StartOfRun }
    | {
        readonly type: "effect";
        readonly effect: EffectOfRun;
        readonly times: Checkpoint["times"];
        /** The duration of a program so far in milliseconds. Effects of missions have their own. */
        readonly durationMs?: number;
      }
    | { readonly type: "begins"; readonly call: BegunCall }
    | { readonly type: "waits"; readonly call: StoredPending }
    | { readonly type: "end"; readonly ok: boolean }
  );

/** Whether a store may wait for the next entry, to write several at once. */
export interface EntryOptions {
  /** True if another entry follows before the run continues. */
  readonly hasMore: boolean;
}

/**
 * Stores an entry. The run waits for it, including for a returned promise, before it continues. If
 * it throws a `StoreError`, the run ends with `store_failed`.
 */
export type CheckpointStore = (entry: CheckpointEntry, options: EntryOptions) => unknown;
