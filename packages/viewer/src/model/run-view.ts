// The data of one run that a page shows. It is plain JSON without firewalled values. Long texts are
// in a table, so that a text that occurs in many requests is stored once; fields named `…Text` are
// indexes into it. Times are in milliseconds since the start of the run.

import type { CallDecision, SpanName, TraceMarkType } from "@ptc/core/contracts";

/** The state of a run, or of a part of it. `open` means that it runs or was interrupted. */
export type SpanStatus = "ok" | "partial" | "failed" | "waiting" | "open";

/** One line of a list of runs. */
export interface ViewSummary {
  /** Identifies the run within its file. */
  readonly key: string;
  readonly traceId: string;
  /** The trace of the mission that started this one. Absent for the outermost. */
  readonly parentTraceId?: string;
  readonly agent?: string;
  /** The start of the prompt, on one line. */
  readonly title: string;
  readonly status: SpanStatus;
  /** Why it failed, was partial or waits. */
  readonly reason?: string;
  readonly message?: string;
  /** `provider/model`, in the order of their first requests. */
  readonly models: readonly string[];
  /** The turns of the mission itself, and those of the missions below it. */
  readonly turns: number;
  readonly childTurns: number;
  /** The number of turns whose program or answer failed. */
  readonly repairs: number;
  readonly requests: number;
  readonly calls: number;
  readonly failedCalls: number;
  /** The number of missions below this one. */
  readonly missions: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedTokens: number;
  /** True if a provider didn't report its tokens, so that they were estimated. */
  readonly isEstimated: boolean;
  /** Absent if the run has no prices. */
  readonly cost?: number;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly durationMs: number;
  /** The bytes that tools returned to programs, and those of the messages about them. */
  readonly dataBytes: number;
  readonly seenBytes: number;
  readonly events: number;
}

/** A span or a moment. Spans are in the order of a tree: each is followed by those below it. */
export interface SpanView {
  readonly kind: SpanName | TraceMarkType;
  readonly id: string;
  /** The index of the span around it, or -1. */
  readonly parent: number;
  /** The index after the last span below it. */
  readonly next: number;
  readonly depth: number;
  /** The row of the timeline: spans that overlap in time are in different rows. */
  readonly row: number;
  readonly start: number;
  /** Absent while it is open. */
  readonly end?: number;
  readonly status: SpanStatus;
  readonly name: string;
  /** The start of the arguments, the program or the error, on one line. */
  readonly brief?: string;
  /** The index in `turns` of the turn that it belongs to, or -1. */
  readonly turn: number;
}

/** A failure with its position in the program. */
export interface FailView {
  readonly reason: string;
  readonly kind?: string;
  readonly message: string;
  readonly op?: string;
  readonly hint?: string;
  readonly line?: number;
  readonly column?: number;
  readonly offset?: number;
  /** The file of a library, if the position is there. */
  readonly file?: string;
  /** Other errors of the same analysis. */
  readonly others: readonly FailView[];
}

/** A message to a model. The same message of several requests is stored once. */
export interface MessageView {
  readonly role: "system" | "user" | "assistant" | "tool";
  readonly contentText: number;
  /** Native tool calls and their results, as JSON. */
  readonly partsText?: number;
}

/** A request to a model, with the tokens that the provider counted. */
export interface RequestView {
  readonly span: number;
  readonly isSummary: boolean;
  readonly model?: string;
  /** The number of messages at the start that the mission's previous request had too. */
  readonly same: number;
  /** Indexes in `messages` of the messages after those. */
  readonly added: readonly number[];
  readonly ok?: boolean;
  readonly answerText?: number;
  readonly error?: string;
  readonly requestId?: string;
  readonly retryInMs?: number;
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  readonly cachedTokens?: number;
  readonly isEstimated?: true;
  readonly cost?: number;
}

/** A call that waits for a decision, or waited for one. */
export interface WaitView {
  readonly id: string;
  readonly reason: string;
  readonly argumentsText: number;
  readonly expiresAt?: number;
  readonly until?: number;
  readonly decision?: CallDecision["decision"];
  readonly message?: string;
  readonly editedText?: number;
}

/** A call of a tool, by a program or by the model itself. */
export interface CallView {
  readonly span: number;
  readonly name: string;
  readonly isNative: boolean;
  /** The lines of the program that may have made the call. */
  readonly lines: readonly number[];
  readonly address: string;
  readonly argumentsText: number;
  readonly ok?: boolean;
  readonly resultText?: number;
  readonly resultBytes: number;
  readonly error?: string;
  readonly isCached: boolean;
  readonly attempts?: number;
  readonly wait?: WaitView;
  /** The number of missions that the call ran. */
  readonly missions: number;
}

/** A program with its outcome and its calls. */
export interface ProgramView {
  readonly span: number;
  readonly sourceText: number;
  readonly ok?: boolean;
  readonly valueText?: number;
  readonly printTexts: readonly number[];
  readonly fail?: FailView;
  readonly warnings: readonly string[];
  readonly libraries: readonly string[];
  readonly steps?: number;
  readonly memoryBytes?: number;
  readonly calls: readonly CallView[];
}

/** A name or id that a turn changed. `before` and `after` are absent without a value. */
export interface ChangeView {
  readonly name: string;
  readonly before?: string;
  readonly after?: string;
}

/** One turn of a mission, or a program outside a mission. */
export interface TurnView {
  readonly span: number;
  /** The span of its mission, or -1. */
  readonly mission: number;
  /** Absent for a program outside a mission. */
  readonly number?: number;
  readonly turnsLeft?: number;
  readonly status: SpanStatus;
  readonly fail?: FailView;
  readonly feedbackText?: number;
  readonly requests: readonly RequestView[];
  readonly programs: readonly ProgramView[];
  /** The calls that the model made itself. */
  readonly calls: readonly CallView[];
  readonly dataBytes: number;
  readonly seenBytes: number;
  /** Absent if the trace is from a release that doesn't write changes. */
  readonly memory?: readonly ChangeView[];
  readonly journal?: readonly ChangeView[];
  readonly plan?: readonly ChangeView[];
  /** Names in memory before the turn, whose values it didn't change. */
  readonly unchanged: readonly string[];
}

/** A mission: the question, and its answer or failure. */
export interface MissionView {
  readonly span: number;
  readonly promptText: number;
  readonly signature?: string;
  readonly tools: readonly string[];
  readonly agent?: string;
  readonly depth: number;
  readonly returnText?: number;
  readonly fail?: FailView;
}

/** Everything about one run, except its texts. */
export interface RunView {
  readonly summary: ViewSummary;
  readonly spans: readonly SpanView[];
  readonly missions: readonly MissionView[];
  readonly turns: readonly TurnView[];
  readonly messages: readonly MessageView[];
  /** The number of rows of the timeline. */
  readonly rows: number;
  /** The spans that are left out, because there are too many. */
  readonly omittedSpans: number;
}

/** A text as a page gets it: the beginning, its kind, and its whole length in UTF-16 units. */
export interface TextView {
  readonly kind: "text" | "json" | "program";
  readonly length: number;
  readonly text: string;
}
