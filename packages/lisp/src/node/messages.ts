// Defines the messages between a pool and its processes.
//
// - To the process, which trusts the pool: structured clone (`node:v8`), because it preserves
//   dates, Maps, bigints, `undefined` and shared parts of host data.
// - From the process, which is untrusted: JSON, every field of which `read-message.ts` checks.
//   Language values, in the tagged JSON of core, are sent before the message, each in its own
//   frame. The message refers to these parts by number, so they can be stored and passed on as
//   unread bytes.

import type { EffectAddress, ParallelCallRecord, RunUsage } from "@ptc/core/contracts";
import type { Json } from "@ptc/core/encoding";
import type { HostCollections } from "@ptc/core/values";
import type { ToolDocument } from "../effects/tool-document.ts";
import type { ShownElements } from "../evaluation/evaluation-options.ts";
import type { Limits } from "../evaluation/limits.ts";
import type { PrepareOptions } from "../options/run-options.ts";
import type { Readings } from "../waiting/effect-log.ts";
import type { Crossing } from "./crossing.ts";

/**
 * A value as sent to a process: encoded, or as its original host data, which the program there
 * reads in place.
 */
export type EncodedEntry =
  | { readonly json: Json }
  /** JSON bytes; those of a long text are an array of pieces. */
  | { readonly text: Uint8Array | Crossing }
  | { readonly host: Crossing };

export interface EncodedMemory {
  /** Values by name. */
  readonly entries: ReadonlyMap<string, EncodedEntry>;
  /** True if a function in it may reach an effect. */
  readonly mayAwait: boolean;
}

export interface SentTool extends ToolDocument {
  readonly name: string;
}

/** A request to run a program. */
export interface RunRequest {
  readonly type: "run";
  /** Identifies the run, to distinguish its messages from those of other runs. */
  readonly run: number;
  readonly source: string;
  /** The tools, with the data that programs can query. */
  readonly tools: readonly SentTool[];
  readonly limits: Limits;
  /** The context, or the number under which it was sent before. */
  readonly context: Crossing | number;
  readonly memory: EncodedMemory;
  /** Results of earlier programs, newest first. */
  readonly history: readonly EncodedEntry[];
  readonly collections: HostCollections | "language";
  /** Set if a last value that the program doesn't return is only shown. */
  readonly showsLastValue: ShownElements | undefined;
  readonly chargeToolTime: boolean;
  readonly runId: string;
  /** The seed of the run's random numbers. */
  readonly seed: number;
  readonly turn: number;
  readonly journal: Crossing | undefined;
  readonly budget: Crossing | undefined;
  readonly hideFirewalled: boolean;
  readonly strictData: boolean;
  readonly generate: NonNullable<PrepareOptions["generate"]>;
  /** The values that earlier passes have read; set if calls of tools may wait for decisions. */
  readonly readings: Readings | undefined;
  /** The key of the libraries, which were sent before. */
  readonly libraries: string | undefined;
}

/** The result of a tool call. */
export type ToolAnswerMessage = {
  readonly type: "tool-answer";
  readonly run: number;
  readonly call: number;
} & ToolAnswer;

/** The result of a call; `data` is that of a `ToolFailure`. */
export type ToolAnswer =
  { readonly result: Crossing } | { readonly error: string; readonly data?: Crossing };

/** A process forgets its libraries before it receives more sets of libraries than these. */
export const mostLibrarySets = 8;

/** A message to a process. */
export type PoolMessage =
  | { readonly type: "context"; readonly id: number; readonly context: Crossing }
  | { readonly type: "forget"; readonly id: number }
  /** Libraries of the runs that name the key. */
  | {
      readonly type: "libraries";
      readonly key: string;
      readonly sources: Readonly<Record<string, string>>;
    }
  | RunRequest
  | { readonly type: "abort"; readonly run: number }
  | ToolAnswerMessage
  /** The pause of a run that can wait is over. */
  | { readonly type: "pause-over"; readonly run: number; readonly pause: number }
  /** Requests a `pong`, which the process sends when it isn't computing. */
  | { readonly type: "ping" };

export interface ReadyMessage {
  readonly type: "ready";
  /** True if the process can't use the compiled code it was given. */
  readonly isCodeRejected?: boolean;
}

/**
 * A message from a process. `Part` represents a value: the value to send, or the bytes received.
 */
export type ChildMessage<Part = Buffer> =
  | ReadyMessage
  | { readonly type: "pong" }
  /** The program has been parsed and starts now, and so does its time. */
  | { readonly type: "begun"; readonly run: number }
  | ToolCallMessage<Part>
  /**
   * The result of a task was recorded or removed (`recorded: false`). Sent immediately, so that it
   * isn't lost if the run is killed later.
   */
  | {
      readonly type: "task";
      readonly run: number;
      readonly id: string;
      readonly recorded: boolean;
      /** Absent if the result was removed. */
      readonly result?: Part;
    }
  | ReadMessage
  /** A program of a run that can wait pauses. The pool ends the pause. */
  | {
      readonly type: "pause";
      readonly run: number;
      /** Numbers the pauses of a run in order, from 0. */
      readonly pause: number;
      /** The address of the pause. */
      readonly at: string;
      readonly milliseconds: number;
    }
  /**
   * A program of a run that can wait has done all it can with the answers so far: results of calls
   * and ends of pauses. `answers` is their number, so an answer on its way is noticed.
   */
  | { readonly type: "quiet"; readonly run: number; readonly answers: number }
  /** The program has ended; its step is being written. */
  | { readonly type: "ended"; readonly run: number }
  | { readonly type: "step"; readonly run: number; readonly step: WrittenStep<Part> };

/** The readings of a program since its last message, in a run that can wait. */
export interface ReadMessage {
  readonly type: "read";
  readonly run: number;
  /** Times that the program has read, by addresses. */
  readonly times: readonly (readonly [address: string, now: number])[];
  /** Starts and durations of ended forks, by addresses. */
  readonly forks: readonly (readonly [address: string, timestamp: number, durationMs: number])[];
  /** Texts from firewalled fields. */
  readonly hidden: readonly string[];
  /** True if there were too many of them, so all texts must be masked. */
  readonly hidesAll: boolean;
}

export interface ToolCallMessage<Part = Buffer> {
  readonly type: "tool-call";
  readonly run: number;
  /** Numbers the calls of a run in order, from 0. */
  readonly call: number;
  readonly name: string;
  readonly address: Pick<EffectAddress, "path" | "ordinal">;
  /** The encoded map of arguments. */
  readonly args: Part;
}

/**
 * A step without data that the pool knows: the given memory, arguments and results of tools, and
 * the journal.
 */
export interface WrittenStep<Part = Buffer> {
  readonly outcome: WrittenSuccess<Part> | WrittenFailure<Part>;
  readonly prints: readonly string[];
  /** In program order; `error` is set if the call failed. */
  readonly toolCalls: readonly { readonly call: number; readonly error?: string }[];
  readonly parallelCalls: readonly ParallelCallRecord[];
  readonly usage: RunUsage;
  readonly warnings: readonly string[];
  /** The names of the libraries that the program used. */
  readonly libraries: readonly string[];
}

export interface WrittenSuccess<Part = Buffer> {
  readonly ok: true;
  readonly endedBy: "return" | "value";
  /** The encoded value; absent if it can't leave its process. */
  readonly value?: Part;
  /** The encoded source of `return`, if that isn't `value`. */
  readonly returned?: Part;
  /** Why `value` can't be returned. `returned` is then shown instead. */
  readonly unreturnable?: WrittenFail<Part>;
  readonly memory: {
    /** New or changed names with their encoded values. */
    readonly changed: readonly (readonly [name: string, value: Part])[];
    /** Names that the run received and memory no longer contains. */
    readonly removed: readonly string[];
    /** Names that the program defined and memory omits, with reasons. */
    readonly unkept: readonly (readonly [name: string, reason: string])[];
    readonly mayAwait: boolean;
  };
  /**
   * True if the encoded values contain a function. Without one, they can be read without the
   * language.
   */
  readonly holdsFunctions: boolean;
  readonly summaries: readonly (readonly [id: string, summary: string])[];
}

export interface WrittenFailure<Part = Buffer> {
  readonly ok: false;
  readonly fail: WrittenFail<Part>;
}

/** A fail whose data is encoded. */
export interface WrittenFail<Part = Buffer> {
  readonly reason: string;
  readonly message: string;
  readonly op?: string;
  readonly details?: WrittenDetails<Part>;
}

export interface WrittenDetails<Part = Buffer> {
  readonly kind?: string;
  readonly position?: {
    readonly offset: number;
    readonly line: number;
    readonly column: number;
    readonly file?: string;
  };
  readonly excerpt?: string;
  readonly hint?: string;
  readonly limit?: { readonly option: string; readonly value: number; readonly unit: string };
  readonly errors?: readonly WrittenFail<Part>[];
  readonly omitted?: number;
  /** Encoded data; may be absent. */
  readonly data?: Part;
}
