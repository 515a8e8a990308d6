// The messages between the page and its worker. All are plain data.

import type { PlaygroundState } from "../state/playground-state.ts";

/** A mission of the page "Be the model". */
export interface MissionInput {
  readonly prompt: string;
  readonly signature: string;
  readonly state: PlaygroundState;
  readonly maxTurns: number;
}

export type WorkerRequest =
  | { readonly kind: "run"; readonly state: PlaygroundState }
  | { readonly kind: "check"; readonly state: PlaygroundState }
  | { readonly kind: "format"; readonly program: string }
  | { readonly kind: "mission"; readonly input: MissionInput };

/** The text of the model, for the last `ModelQuestion`. */
export interface ModelAnswer {
  readonly kind: "model-answer";
  readonly text: string;
}

export type ToWorker = ModelAnswer | { readonly id: number; readonly request: WorkerRequest };

/** A mistake in the program, with UTF-16 offsets. */
export interface Mistake {
  readonly message: string;
  readonly start: number;
}

export interface RunReply {
  readonly kind: "run";
  readonly ok: boolean;
  /** The printed value, or the failure with a caret below its place. */
  readonly text: string;
  readonly prints: readonly string[];
  readonly mistakes: readonly Mistake[];
  readonly warnings: readonly string[];
  readonly usage: {
    readonly steps: number;
    readonly memoryBytes: number;
    readonly toolCalls: number;
    readonly durationMs: number;
  };
  readonly trace: readonly TraceRow[];
}

/** A span of the trace, or a moment of it without an end. */
export interface TraceRow {
  readonly name: string;
  /** The nesting: 0 for the program. */
  readonly depth: number;
  readonly startMs: number;
  readonly durationMs: number | undefined;
  readonly detail: string;
  readonly ok: boolean;
}

export interface CheckReply {
  readonly kind: "check";
  readonly mistakes: readonly Mistake[];
  /** The lines of the effects table; empty if the program has mistakes. */
  readonly effects: readonly string[];
  /** Why the data or a tool can't be used. */
  readonly problems: readonly string[];
}

export interface FormatReply {
  readonly kind: "format";
  readonly text: string | undefined;
}

export interface MissionReply {
  readonly kind: "mission";
  readonly ok: boolean;
  readonly text: string;
}

/** The setup of a run failed: wrong data, or a wrong tool. */
export interface FailedReply {
  readonly kind: "failed";
  readonly message: string;
}

export type WorkerReply = RunReply | CheckReply | FormatReply | MissionReply | FailedReply;

/** The messages that an agent sends to its model. */
export interface ModelQuestion {
  readonly kind: "model-question";
  readonly messages: readonly { readonly role: string; readonly content: string }[];
}

export type FromWorker =
  | { readonly id: number; readonly reply: WorkerReply }
  | { readonly id: number; readonly question: ModelQuestion };
