// Trace events: what a run tells while it runs. Hardly more than types; sinks live in the tracer
// package. Every span that starts ends, on every path. Values in events are host values (JSON-
// able); nothing secret enters them.

import type { FieldFirewall } from "../values/firewall.ts";
import type { Fail } from "./step.ts";
import type { RunUsage } from "./usage.ts";

/** Tokens of one model request, as the provider counted them. */
export interface TokenUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedInputTokens?: number;
}

/** A message of a conversation, as a model is sent it. */
export interface TraceMessage {
  readonly role: "system" | "user" | "assistant" | "tool";
  /** Its text; of a tool message, the texts of the results. */
  readonly content: string;
  /** What it is made of, where that is more than its text: native tool calls and their results. */
  readonly parts?: readonly { readonly type: string }[];
  /** What a provider knows of the message, by the name of the provider. */
  readonly providerOptions?: Readonly<Record<string, unknown>>;
}

/** Knows which fields are firewalled and what stood in them, and masks that in texts. */
export interface TraceFirewall extends FieldFirewall {
  /** `text` with a marker in place of each value that is known. */
  maskValues(text: string): string;
}

/**
 * The field of an event that holds the firewall of its run. It is a symbol, so that copies of the
 * event have it and JSON has not: whoever writes an event for others masks it with this.
 */
export const eventFirewall: unique symbol = /* @__PURE__ */ Symbol.for("@ptc/core/event-firewall");

/** Who made a call of a tool: a program, or the model itself. */
export type CallLayer = "program" | "native";

/** Fields of each kind of event, by its name. */
export interface TraceEventData {
  "mission-start": {
    readonly name?: string;
    /** The trace of the mission that started this one. */
    readonly parentTraceId?: string;
    /** How many missions stand above this one; absent where none does. */
    readonly depth?: number;
    readonly prompt: string;
    readonly signature?: string;
    readonly tools: readonly string[];
  };
  "mission-end": {
    readonly ok: boolean;
    readonly return?: unknown;
    readonly fail?: Fail;
    /** Why the mission answered before its work was done. */
    readonly partial?: Fail;
    readonly turns: number;
  };
  "turn-start": { readonly turn: number; readonly turnsLeft: number };
  "turn-end": {
    readonly turn: number;
    readonly ok: boolean;
    readonly done: boolean;
    readonly fail?: Fail;
    readonly feedback?: string;
  };
  /** Stands in a turn before its requests; a request for a summary stands in it. */
  "compaction-start": {
    readonly strategy: string;
    /** What there was too much of: `turns` or `tokens`. */
    readonly reason: string;
    readonly messages: number;
    readonly estimatedTokens: number;
  };
  "compaction-end": {
    /** False where a summary was wanted and there is none; the conversation is shorter anyway. */
    readonly ok: boolean;
    readonly error?: string;
    /** How many turns this compaction left out. */
    readonly droppedTurns: number;
    readonly messages: number;
    readonly estimatedTokens: number;
    /** Whether what stays is too large by itself. */
    readonly overBudget: boolean;
  };
  "model-request-start": {
    readonly messages: readonly TraceMessage[];
    /** `summary`: of turns that a compaction leaves out; absent for the requests of the mission. */
    readonly purpose?: "summary";
  };
  "model-request-end": {
    readonly ok: boolean;
    readonly text?: string;
    readonly usage?: TokenUsage;
    readonly error?: string;
    /** The provider's id of the request, which its support asks for. */
    readonly requestId?: string;
    /** Present when the request will be sent again, after so many milliseconds. */
    readonly retryInMs?: number;
  };
  "program-start": { readonly source: string };
  "program-end": {
    readonly ok: boolean;
    readonly text?: string;
    readonly fail?: Fail;
    readonly prints: readonly string[];
    readonly usage: RunUsage;
    /** Those of the step; absent where it has none. */
    readonly warnings?: readonly string[];
  };
  "tool-call-start": {
    readonly name: string;
    /** Traces of earlier versions do not say it. */
    readonly layer?: CallLayer;
    readonly args: unknown;
    readonly address: string;
  };
  "tool-call-end": {
    readonly name: string;
    readonly layer?: CallLayer;
    readonly ok: boolean;
    readonly result?: unknown;
    readonly error?: string;
    readonly cached?: true;
    /** How often the tool was called, where that is not once. */
    readonly attempts?: number;
    /** The traces of the missions that the call ran, in order. */
    readonly childTraceIds?: readonly string[];
  };
}

/** The types of events, such as `run.start` and `tool.stop`. */
export type TraceEventType = keyof TraceEventData;

/** One event. `time` is in epoch milliseconds; a start and its end share `spanId`. */
export type TraceEvent = {
  [Type in TraceEventType]: {
    readonly type: Type;
    /** 32 hex digits, one for a whole mission. */
    readonly traceId: string;
    /** 16 hex digits. */
    readonly spanId: string;
    readonly parentSpanId?: string;
    /** The name of the agent whose mission it is; absent where the agent has none. */
    readonly agent?: string;
    readonly time: number;
    readonly data: TraceEventData[Type];
    readonly [eventFirewall]?: TraceFirewall;
  };
}[TraceEventType];

/**
 * Takes events. A sink must not throw; when it does, the error is dropped, since a run must not
 * fail because of its trace.
 */
export interface TraceSink {
  emit(event: TraceEvent): void;
}
