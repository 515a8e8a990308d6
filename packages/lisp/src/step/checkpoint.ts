// The format of a checkpoint: plain JSON from which `resume` continues a run, in any process.
//
//   inputs       digests of what the caller passes again: the program, the context, the memory
//   effects      the effects with their answers, in the order in which the run continued with them
//   pending      the calls that wait
//   signature    with `checkpointKey`: covers everything else

import type { EffectAddress } from "@ptc/core/contracts";
import type { Json } from "@ptc/core/encoding";

/** The field `format` of every checkpoint. */
export const checkpointFormat = "ptc-checkpoint";
/** The version that this release writes and reads. */
export const checkpointVersion = 1;

/** The kind of a run: one program, or a mission. */
export type CheckpointKind = "program" | "mission";

/** A call that waits for a decision. */
export interface PendingCall {
  /** The key of the decision: the call's address as text. Equal to the tool's `callId`. */
  readonly id: string;
  readonly tool: string;
  /** The requested arguments as JSON, with markers in place of firewalled values. */
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly address: EffectAddress;
  /**
   * The names of the agents from the run's own to the one that requests the call; `mission` for an
   * agent without a name. Absent for a program that no agent runs.
   */
  readonly agentPath?: readonly string[];
  /** `approval`, or the reason that the tool gave to `suspend`. */
  readonly reason: string;
  /** For an approval by a rule about origins: the argument, and where its value comes from. */
  readonly why?: string;
  /** When the call was requested, in milliseconds since the epoch. */
  readonly askedAt: number;
  /** When the call counts as denied, in milliseconds since the epoch. Absent: never. */
  readonly expiresAt?: number;
  /**
   * True if the process was killed while the call ran, so it may have taken effect. Its `id` is the
   * idempotency key. Only in checkpoints of `checkpointOf`.
   */
  readonly uncertain?: true;
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
  /** With `onCheckpoint`: how many entries the run has reported. */
  readonly entries?: EntryPlace;
  readonly signature?: string;
}

/** The number of entries reported to `onCheckpoint`, and the signature of the last one. */
export interface EntryPlace {
  readonly count: number;
  readonly signature?: string;
}

/** Digests of the inputs of a run. */
export interface CheckpointInputs {
  readonly program: string;
  readonly context: string;
  readonly memory: string;
  /** The hashes of the libraries that the program used, by their names. Absent for none. */
  readonly libraries?: Readonly<Record<string, string>>;
}

/**
 * JSON with marks in place of firewalled values. With an encryption key, the whole JSON is in
 * `encrypted`. Without one, `hidden` refers to the values, which `resume` receives again: the first
 * element is for the mark `<Firewalled 1>`.
 */
export interface StoredPart {
  readonly json: Json;
  readonly hidden?: readonly HiddenValue[];
  readonly encrypted?: string;
}

/** A reference to a firewalled value in the context or the memory. Without any, it is missing. */
export interface HiddenValue {
  /** Where it is: the name of a source, and then indexes of elements and of sorted names. */
  readonly at?: readonly (string | number)[];
  /** How it is written as part of a text, such as `lower` for lower case. */
  readonly form?: string;
  /** The first 128 bits of its digest with `checkpointKey`, in hexadecimal digits. */
  readonly digest?: string;
  /** A text that isn't hidden, but looks like a mark. */
  readonly text?: string;
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
  | {
      /** The arguments of a decision about a call that begins, or suspends itself after it. */
      readonly type: "edit";
      readonly at: string;
      readonly tool: string;
      readonly args: Json;
      readonly outcome: StoredPart;
    }
  | { readonly type: "time"; readonly at: string; readonly now: number }
  | { readonly type: "pause"; readonly at: string }
  | { readonly type: "store"; readonly at: string; readonly isLater?: true };
