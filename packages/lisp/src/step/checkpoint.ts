// The format of a checkpoint: plain JSON from which `resume` continues a run, in any process.
//
//   inputs       digests of what the caller passes again: the program, the context, the memory
//   effects      the effects with their answers, in the order in which the run continued with them
//   pending      the calls that wait
//   signature    with `checkpointKey`: covers everything else

import type { EffectAddress } from "@ptc/core/contracts";
import type { Json } from "@ptc/core/encoding";

export const checkpointFormat = "ptc-checkpoint";
export const checkpointVersion = 1;

/** A call that waits for a decision. */
export interface PendingCall {
  /** The key of the decision: the call's address as text. Equal to the tool's `callId`. */
  readonly id: string;
  readonly tool: string;
  /** The requested arguments as JSON, with markers in place of firewalled values. */
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly address: EffectAddress;
  /** `approval`, or the reason that the tool gave to `suspend`. */
  readonly reason: string;
  /** When the call was requested, in milliseconds since the epoch. */
  readonly askedAt: number;
  /** When the call counts as denied, in milliseconds since the epoch. Absent: never. */
  readonly expiresAt?: number;
  /** The fields `until` and `data` that the tool passed to `suspend`. */
  readonly until?: number;
  readonly data?: unknown;
}

/** A pending call with a digest of its arguments, so that a decision fits no other call. */
export interface StoredPending extends PendingCall {
  readonly digest: string;
}

/**
 * The state of a run that waits, as plain JSON. Pass it to `resume`. Its fields can change between
 * versions.
 */
export interface Checkpoint {
  readonly format: typeof checkpointFormat;
  readonly version: typeof checkpointVersion;
  readonly kind: "program";
  readonly runId: string;
  readonly turn: number;
  readonly seed: number;
  /** The duration of the run so far, in milliseconds, without waits for decisions. */
  readonly durationMs: number;
  /** The key of the digests, unless there is a `checkpointKey`. */
  readonly salt?: string;
  readonly inputs: CheckpointInputs;
  /** The context, with the option `keepContext`. */
  readonly context?: StoredPart;
  /** The journal that the run began with. */
  readonly journal?: StoredPart;
  readonly effects: readonly StoredEffect[];
  /** Start and duration in milliseconds of each effect and fork. */
  readonly times: readonly (readonly [at: string, timestamp: number, durationMs: number])[];
  readonly pending: readonly StoredPending[];
  readonly signature?: string;
}

/** Digests of the inputs of a run. */
export interface CheckpointInputs {
  readonly program: string;
  readonly context: string;
  readonly memory: string;
}

/**
 * JSON whose firewalled values are encrypted. `json` then has markers in their place. Without an
 * encryption key they are missing.
 */
export interface StoredPart {
  readonly json: Json;
  readonly hidden?: true;
  readonly encrypted?: string;
}

/** An effect as JSON. The part of a tool is its outcome. */
export type StoredEffect =
  | {
      readonly type: "tool";
      readonly at: string;
      readonly tool: string;
      readonly args: Json;
      readonly isLater?: true;
      readonly outcome: StoredPart;
      readonly decision?: Json;
    }
  | { readonly type: "time"; readonly at: string; readonly now: number }
  | { readonly type: "pause"; readonly at: string }
  | { readonly type: "store"; readonly at: string; readonly isLater?: true };
