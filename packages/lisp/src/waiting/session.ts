// Sessions and their options.

import type { RecordOptions } from "@ptc/core/store";
import type { Value } from "@ptc/core/values";
import type { LispRunOptions } from "../options/run-options.ts";
import type { Memory } from "../persistence/memory.ts";
import type { Checkpoint } from "../step/checkpoint.ts";
import type { LispStep } from "../step/step.ts";
import type { RunCheckpointOptions } from "../step/run-checkpoint-options.ts";
import type { WaitingSource } from "./stored-session.ts";
import type { ResumeOptions } from "./waiting-options.ts";

/** A sequence of programs that share memory. */
export interface Session {
  /** The definitions of the programs so far. */
  readonly memory: Memory;
  /** Results so far, newest first, at most three. */
  readonly history: readonly Value[];
  /** Runs the next program. One that fails or waits leaves memory and history unchanged. */
  run<Return = unknown>(
    source: string,
    options?: SessionRunOptions<Return>,
  ): Promise<LispStep<Return>>;
  /**
   * Continues a program that waits, before the session runs another one; see `resume`. Also in a
   * new session that was created with the memory of this one.
   */
  resume<Return = unknown>(
    source: string,
    checkpoint: Checkpoint,
    options?: SessionResumeOptions<Return>,
  ): Promise<LispStep<Return>>;
}

/** The options of a program in a session. The session provides memory and history. */
export type SessionRunOptions<Return = unknown> = Omit<
  LispRunOptions<Return> & RunCheckpointOptions,
  "memory" | "history" | "turn"
>;

/** The options of a session. */
export type SessionOptions = Omit<LispRunOptions & RunCheckpointOptions, "turn" | "returns">;

/** The options of a resumed program in a session. */
export type SessionResumeOptions<Return = unknown> = Omit<
  ResumeOptions<Return>,
  "memory" | "history"
>;

/** A session in a store. Its programs run one after the other. */
export interface StoreSession extends Session {
  /** The program that waits for decisions: pass its fields to `resume`. */
  readonly waiting: WaitingSource | undefined;
}

/** The options of `sessionIn`: those of `createSession`, and those for its record. */
export type StoreSessionOptions = Omit<SessionOptions, "memory" | "history"> & RecordOptions;
