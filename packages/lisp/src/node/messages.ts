// What a pool and its processes say to each other.
//
//   to the process, which trusts the pool: structured clone (`node:v8`), because host data keeps
//   its dates, Maps, bigints, `undefined` and shared parts in it
//
//   from the process, which nobody trusts: JSON, every field of which `read-message.ts` checks. The
//   values of the language, in the tagged JSON of core, are sent in front of it, each in a frame of
//   its own, and stand in the message as the numbers of these parts: they can be kept, and sent on,
//   as bytes that nobody has read

import type { EffectAddress, ParallelCallRecord, RunUsage } from "@ptc/core/contracts";
import type { Json } from "@ptc/core/encoding";
import type { HostCollections } from "@ptc/core/values";
import type { ToolDocument } from "../effects/tool-document.ts";
import type { Limits } from "../evaluation/limits.ts";
import type { PrepareOptions } from "../options/run-options.ts";
import type { Crossing } from "./crossing.ts";

/**
 * A value as it is sent to a process: encoded, or as the host data that it was made of, which the
 * program there reads in place.
 */
export type EncodedEntry =
  { readonly json: Json } | { readonly text: Uint8Array } | { readonly host: Crossing };

export interface EncodedMemory {
  /** Values by name. */
  readonly entries: ReadonlyMap<string, EncodedEntry>;
  /** Whether a function in it may reach an effect. */
  readonly mayAwait: boolean;
}

export interface SentTool extends ToolDocument {
  readonly name: string;
}

/** A run, as it is sent to a process. */
export interface RunRequest {
  readonly type: "run";
  /** Tells the answers of this run from those of others. */
  readonly run: number;
  readonly source: string;
  /** The tools, as programs can ask about them. */
  readonly tools: readonly SentTool[];
  readonly limits: Limits;
  /** The context, or the number under which the process was given it. */
  readonly context: Crossing | number;
  readonly memory: EncodedMemory;
  /** Newest first. */
  readonly history: readonly EncodedEntry[];
  readonly collections: HostCollections | "language";
  readonly chargeToolTime: boolean;
  readonly runId: string;
  /** What the random numbers of the run derive from. */
  readonly seed: number;
  readonly turn: number;
  readonly journal: Crossing | undefined;
  readonly budget: Crossing | undefined;
  readonly hideFirewalled: boolean;
  readonly strictData: boolean;
  readonly generate: NonNullable<PrepareOptions["generate"]>;
}

/** The answer to a tool call. */
export type ToolAnswerMessage = {
  readonly type: "tool-answer";
  readonly run: number;
  readonly call: number;
} & ({ readonly result: Crossing } | { readonly error: string });

/** To a process. */
export type PoolMessage =
  | { readonly type: "context"; readonly id: number; readonly context: Crossing }
  | { readonly type: "forget"; readonly id: number }
  | RunRequest
  | { readonly type: "abort"; readonly run: number }
  | ToolAnswerMessage
  /** Answered by `pong` as soon as the process has nothing to compute. */
  | { readonly type: "ping" };

export interface ReadyMessage {
  readonly type: "ready";
  /** Whether the compiled code that it was given is of no use to it. */
  readonly isCodeRejected?: boolean;
}

/**
 * From a process. `Part` is what stands for a value: what is to be sent, or the bytes that were
 * received.
 */
export type ChildMessage<Part = Buffer> =
  | ReadyMessage
  | { readonly type: "pong" }
  /** The program has been read and starts now, and so does its time. */
  | { readonly type: "begun"; readonly run: number }
  | ToolCallMessage<Part>
  /**
   * The result of a task was recorded, or taken back (`recorded: false`). Sent at once, so that it
   * is not lost when the run is killed later.
   */
  | {
      readonly type: "task";
      readonly run: number;
      readonly id: string;
      readonly recorded: boolean;
      /** Absent when it was taken back. */
      readonly result?: Part;
    }
  /** The program has ended; its step is being written. */
  | { readonly type: "ended"; readonly run: number }
  | { readonly type: "step"; readonly run: number; readonly step: WrittenStep<Part> };

export interface ToolCallMessage<Part = Buffer> {
  readonly type: "tool-call";
  readonly run: number;
  /** Numbers the calls of a run in the order they were made, from 0. */
  readonly call: number;
  readonly name: string;
  readonly address: Pick<EffectAddress, "path" | "ordinal">;
  /** The encoded map of arguments. */
  readonly args: Part;
}

/**
 * A step without what the pool knows itself: the memory that was given, arguments and results of
 * tools, the journal.
 */
export interface WrittenStep<Part = Buffer> {
  readonly outcome: WrittenSuccess<Part> | WrittenFailure<Part>;
  readonly prints: readonly string[];
  /** In program order; `error` where the call failed. */
  readonly toolCalls: readonly { readonly call: number; readonly error?: string }[];
  readonly parallelCalls: readonly ParallelCallRecord[];
  readonly usage: RunUsage;
  readonly warnings: readonly string[];
}

export interface WrittenSuccess<Part = Buffer> {
  readonly ok: true;
  readonly endedBy: "return" | "value";
  /** Encoded; absent when it cannot be kept outside its process. */
  readonly value?: Part;
  /** What `return` is made of, encoded, where that is not `value`. */
  readonly returned?: Part;
  readonly memory: {
    /** Names that are new or changed, with their encoded values. */
    readonly changed: readonly (readonly [name: string, value: Part])[];
    /** Names that the run was given and that memory no longer has. */
    readonly removed: readonly string[];
    readonly mayAwait: boolean;
  };
  /**
   * Whether a function is among the encoded values; without one they can be read without the
   * language.
   */
  readonly holdsFunctions: boolean;
  readonly summaries: readonly (readonly [id: string, summary: string])[];
}

export interface WrittenFailure<Part = Buffer> {
  readonly ok: false;
  readonly fail: WrittenFail<Part>;
}

/** A fail whose own data is encoded. */
export interface WrittenFail<Part = Buffer> {
  readonly reason: string;
  readonly message: string;
  readonly op?: string;
  readonly details?: WrittenDetails<Part>;
}

export interface WrittenDetails<Part = Buffer> {
  readonly kind?: string;
  readonly position?: { readonly offset: number; readonly line: number; readonly column: number };
  readonly excerpt?: string;
  readonly hint?: string;
  readonly limit?: { readonly option: string; readonly value: number; readonly unit: string };
  readonly errors?: readonly WrittenFail<Part>[];
  readonly omitted?: number;
  /** Absent, or encoded. */
  readonly data?: Part;
}
