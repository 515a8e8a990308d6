// The trace events that a run emits. Mostly types; the sinks are in the tracer package. Every
// started span ends, on every path, unless the run waits and isn't resumed. Values in events are
// host values that JSON can write, and contain no secrets.

import type { FieldFirewall } from "../values/firewall.ts";
import type { CallDecision } from "./call-decision.ts";
import type { Fail } from "./step.ts";
import type { RunUsage } from "./usage.ts";

/** The tokens of one model request, as counted by the provider. */
export interface TokenUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedInputTokens?: number;
}

/** A message of a conversation, as sent to a model. */
export interface TraceMessage {
  readonly role: "system" | "user" | "assistant" | "tool";
  /** The message text. For a tool message, the texts of its results. */
  readonly content: string;
  /** The parts of the message, if it has more than text: native tool calls and their results. */
  readonly parts?: readonly { readonly type: string }[];
  /** Provider-specific data of the message, by provider name. */
  readonly providerOptions?: Readonly<Record<string, unknown>>;
}

/** Knows which fields are firewalled and which values they had, and masks those values in texts. */
export interface TraceFirewall extends FieldFirewall {
  /** Returns `text` with a marker in place of each known value. */
  maskValues(text: string): string;
}

/**
 * The event field that holds the firewall of its run. It is a symbol, so copies of the event keep
 * it and JSON omits it. Code that writes events for others masks them with it.
 */
export const eventFirewall: unique symbol = /* @__PURE__ */ Symbol.for("@ptc/core/event-firewall");

/** The calls of one tool that a program could make. */
export interface TracedEffect {
  readonly tool: string;
  /** The number of calls in each run that ends normally. */
  readonly least: number;
  readonly most?: number;
}

/** A name or id that a turn set, with the beginning of its value as text. */
export interface TraceChange {
  readonly name: string;
  /** Absent for a name that no longer has a value. */
  readonly text?: string;
}

/** The state that a turn changed. A list is absent if the turn changed nothing there. */
export interface TraceChanges {
  /** The names that programs defined or removed. */
  readonly memory?: readonly TraceChange[];
  /** The tasks whose results entered the journal. */
  readonly journal?: readonly TraceChange[];
  /** The items of the plan that programs reported as done. */
  readonly plan?: readonly TraceChange[];
}

/** The caller of a tool: a program, or the model itself. */
export type CallLayer = "program" | "native";

/** The fields of each event type, by its name. */
export interface TraceEventData {
  "mission-start": {
    readonly name?: string;
    /** The trace of the parent mission. */
    readonly parentTraceId?: string;
    /** The number of missions above this one. Absent for a top-level mission. */
    readonly depth?: number;
    readonly prompt: string;
    readonly signature?: string;
    readonly tools: readonly string[];
  };
  "mission-end": {
    readonly ok: boolean;
    readonly return?: unknown;
    readonly fail?: Fail;
    /** Why the mission returned an answer before its work was done. */
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
    /** At most a hundred changes of each kind. Absent if the turn changed nothing. */
    readonly changes?: TraceChanges;
  };
  /** Emitted in a turn before its requests. Contains the request for a summary, if there is one. */
  "compaction-start": {
    readonly strategy: string;
    /** The limit that was exceeded: `turns` or `tokens`. */
    readonly reason: string;
    readonly messages: number;
    readonly estimatedTokens: number;
  };
  "compaction-end": {
    /** False if a summary was requested but failed. The conversation is shortened anyway. */
    readonly ok: boolean;
    readonly error?: string;
    /** The number of turns that this compaction removed. */
    readonly droppedTurns: number;
    readonly messages: number;
    readonly estimatedTokens: number;
    /** True if the remaining messages are still too large. */
    readonly overBudget: boolean;
  };
  "model-request-start": {
    readonly messages: readonly TraceMessage[];
    /**
     * `summary` for a request that summarizes turns removed by a compaction. Absent for the
     * mission's own requests.
     */
    readonly purpose?: "summary";
    /** The name of the model's provider. Absent in traces of earlier versions. */
    readonly provider?: string;
    /** The provider's name for the model. Absent in traces of earlier versions. */
    readonly model?: string;
  };
  "model-request-end": {
    readonly ok: boolean;
    readonly text?: string;
    readonly usage?: TokenUsage;
    /** The cost, in the unit of the run's option `price`. Absent without it. */
    readonly cost?: number;
    readonly error?: string;
    /** The kind of the error, such as `rate_limited`. Absent in traces of earlier versions. */
    readonly errorKind?: string;
    /** The HTTP status of a failed request, if the provider sent one. */
    readonly status?: number;
    /** The provider's id of the request, which its support team asks for. */
    readonly requestId?: string;
    /** Set if the request will be retried: the delay in milliseconds. */
    readonly retryInMs?: number;
  };
  "program-start": { readonly source: string };
  "program-end": {
    readonly ok: boolean;
    readonly text?: string;
    readonly fail?: Fail;
    readonly prints: readonly string[];
    /** Traces of earlier versions have no `peakMemoryBytes`. */
    readonly usage: Omit<RunUsage, "peakMemoryBytes"> & {
      readonly peakMemoryBytes?: number;
    };
    /**
     * The tools that the program could call, with bounds of the number of calls; without `most`, no
     * bound is known. Absent for a program that could call none, and for one in a pool.
     */
    readonly effects?: readonly TracedEffect[];
    /** The warnings of the step. Absent if empty. */
    readonly warnings?: readonly string[];
    /** The content hashes of the libraries that it used, by their names. Absent for none. */
    readonly libraries?: Readonly<Record<string, string>>;
  };
  "tool-call-start": {
    readonly name: string;
    /** Absent in traces of earlier versions. */
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
    /** The number of times the tool was called, if not 1. */
    readonly attempts?: number;
    /** The trace ids of the missions that the call ran, in order. */
    readonly childTraceIds?: readonly string[];
    /** The decision about a call that waited. */
    readonly decision?: CallDecision;
  };
  /** Emitted inside the span of a call that waits for a decision, when it begins to wait. */
  "approval-requested": {
    /** The id of the pending call, which is the key of its decision. */
    readonly id: string;
    readonly tool: string;
    readonly address: string;
    /** The names of the agents from the run's own to the one that requests the call, if any. */
    readonly agentPath?: readonly string[];
    /** `approval`, or the reason that the tool gave to `suspend`. */
    readonly reason: string;
    /** The requested arguments, with markers in place of firewalled values. */
    readonly arguments: unknown;
    /** When the call counts as denied, in milliseconds since the epoch. Absent: never. */
    readonly expiresAt?: number;
    /** When the call may continue without a decision, in milliseconds since the epoch. */
    readonly until?: number;
  };
  /** Emitted inside the span of a call that waited, before the call continues. */
  "approval-decided": {
    readonly id: string;
    readonly tool: string;
    readonly decision: CallDecision["decision"];
    /** The message of a denial. */
    readonly message?: string;
    /** The arguments of an edited call, with markers in place of firewalled values. */
    readonly arguments?: unknown;
  };
  /** The last event of a run that can only wait. Its open spans end after it was resumed. */
  "run-paused": {
    /** The ids of the calls that wait. */
    readonly pending: readonly string[];
    /** The number of effects with an answer that the checkpoint has. */
    readonly effects: number;
  };
  /**
   * The first event of a resumed run, before its first new effect. The events of the recorded part
   * aren't emitted again.
   */
  "run-resumed": {
    /** The ids of the calls that are decided. */
    readonly decided: readonly string[];
  };
}

/** The event types, such as `mission-start` and `tool-call-end`. */
export type TraceEventType = keyof TraceEventData;

/** The types of events that begin and end no span: they happen at one time. */
export type TraceMarkType = Exclude<TraceEventType, `${string}-${"start" | "end"}`>;

/**
 * One event. `time` is in milliseconds since the epoch; a start and its end share `spanId`. Other
 * events have an id of their own, and the id of the span that contains them as `parentSpanId`.
 */
export type TraceEvent = {
  [Type in TraceEventType]: {
    readonly type: Type;
    /** 32 hex digits, the same for a whole mission. */
    readonly traceId: string;
    /** 16 hex digits. */
    readonly spanId: string;
    readonly parentSpanId?: string;
    /** The name of the mission's agent. Absent if the agent has no name. */
    readonly agent?: string;
    readonly time: number;
    readonly data: TraceEventData[Type];
    readonly [eventFirewall]?: TraceFirewall;
  };
}[TraceEventType];

/** The ids of a span, as its events have them. */
export interface SpanReference {
  readonly traceId: string;
  readonly spanId: string;
}

/** A position in a trace as texts for another process, under the names of W3C Trace Context. */
export interface TraceCarrier {
  readonly traceparent?: string;
  readonly tracestate?: string;
  readonly baggage?: string;
}

/** How a sink connects the spans of runs with those of other instrumentation. */
export interface TracePropagation {
  /** Calls `work` once, inside the span: spans that `work` starts elsewhere appear below it. */
  within(span: SpanReference, work: () => void): void;
  /** Returns the position of the span for another process, or undefined if it isn't known. */
  carrierOf(span: SpanReference): TraceCarrier | undefined;
  /** Calls `work` once, inside the trace of another process. */
  receiving(carrier: TraceCarrier, work: () => void): void;
  /**
   * Called when a resumed run begins its new work, with the `-start` events of its open spans,
   * outermost first. They were emitted before, perhaps in another process.
   */
  reopen(starts: readonly TraceEvent[]): void;
}

/**
 * Receives events. A sink must not throw. If it does, the error is ignored, because a trace must
 * not fail its run.
 */
export interface TraceSink {
  emit(event: TraceEvent): void;
  /** Connects the spans with those of other instrumentation. Absent if the sink can't. */
  readonly propagation?: TracePropagation | undefined;
}
