// The format of the checkpoint of a mission: plain JSON from which `resume` continues it, in any
// process. Programs have the same format, with another `kind` and other effects.

import type { PendingCall } from "@ptc/lisp";
import type {
  CheckpointInputs,
  EntryPlace,
  StoredPart,
  StoredPending,
} from "@ptc/lisp/internal/waiting";

export type { PendingCall };

/** An effect of the run, such as a model's answer, with its location. */
export interface StoredEffect {
  readonly type: string;
  /** The location: turn, path of branches and tasks, and number. */
  readonly at: string;
  /** The active time of the run at this point, in milliseconds. */
  readonly t: number;
  readonly [field: string]: unknown;
}

/**
 * The state of a mission that waits, as plain JSON. Pass it to `resume`. Its fields can change
 * between versions.
 */
export interface MissionCheckpoint {
  readonly format: "ptc-checkpoint";
  readonly version: 1;
  readonly kind: "mission";
  /** The trace id of the run, and the first part of the ids of its calls. */
  readonly runId: string;
  /** The seed of all random numbers and ids of the run. */
  readonly seed: string;
  /** The duration of the run so far, in milliseconds, without waits for decisions. */
  readonly durationMs: number;
  /** The key of the digests, unless there is a `checkpointKey`. */
  readonly salt?: string;
  /** Digests of the agent, the context and the memory. */
  readonly inputs: CheckpointInputs;
  /** The context, with the option `keepContext`. */
  readonly context?: StoredPart;
  /** The journal that the run began with. */
  readonly journal?: StoredPart;
  /** The message of a chat. */
  readonly message?: StoredPart;
  /** The effects of the run in the order in which it received them. */
  readonly effects: readonly StoredEffect[];
  /** Start and duration in milliseconds of each call, fork and child mission. */
  readonly times: readonly (readonly [at: string, timestamp: number, durationMs: number])[];
  readonly pending: readonly StoredPending[];
  /** How many entries the run has reported to `onCheckpoint`, and the signature of the last one. */
  readonly entries?: EntryPlace;
  /** The ids of calls from the turns on at which the run was forked. */
  readonly forks?: readonly (readonly [turn: number, runId: string])[];
  readonly signature?: string;
}
