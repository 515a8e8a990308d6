// The events that leave the server: the shape of each, and the contents that are included.

import type { CallDecision, CallLayer, TokenUsage } from "@ptc/core/contracts";
import type { Json } from "@ptc/core/encoding";

/** Contents that are included only on request. */
export const contentNames = ["thinking", "prompts", "arguments", "results", "errors"] as const;

/**
 * Contents that events have only on request. The model's `thinking` may repeat its instructions.
 * With `prompts`, events have prompts, signatures and the messages of requests. The `arguments` are
 * those of tool calls. With `results`, events have results of tools, prints, and values of
 * programs. The `errors` are messages of failures, which may quote data.
 */
export type StreamedContent = (typeof contentNames)[number];

/** A failure. `message` needs `errors`. */
export interface StreamedFail {
  readonly reason: string;
  readonly message?: string;
}

/** A message of a request, in clear. Needs `prompts`. */
export interface StreamedMessage {
  readonly role: string;
  readonly content: string;
}

/** A field that was longer than the stream allows is missing, and `omitted` names it. */
interface MayOmit {
  readonly omitted?: readonly string[];
}

/** The fields of each type of event. Firewalled fields and their values are hidden everywhere. */
export interface StreamedEventData {
  "mission-start": MayOmit & {
    readonly name?: string;
    /** The number of missions above this one. Absent for the run itself. */
    readonly depth?: number;
    readonly prompt?: string;
    readonly signature?: string;
  };
  "mission-end": MayOmit & {
    readonly ok: boolean;
    /** The answer as plain JSON. Only of the run itself; answers of child missions are results. */
    readonly return?: Json;
    readonly fail?: StreamedFail;
    readonly partial?: StreamedFail;
    readonly turns: number;
  };
  "turn-start": { readonly turn: number; readonly turnsLeft: number };
  "turn-end": {
    readonly turn: number;
    readonly ok: boolean;
    readonly done: boolean;
    readonly fail?: StreamedFail;
  };
  "compaction-start": { readonly strategy: string; readonly reason: string };
  "compaction-end": { readonly ok: boolean; readonly droppedTurns: number };
  "model-request-start": MayOmit & {
    readonly purpose?: "summary";
    readonly messages?: readonly StreamedMessage[];
  };
  /**
   * A piece of what a model writes. `text` has no program source, `program` has all of it. On a
   * retry, `attempt` increases and the answer begins again.
   */
  "model-delta": {
    readonly turn: number;
    readonly attempt: number;
    readonly kind: "text" | "thinking" | "program" | "tool-input";
    readonly text: string;
    readonly toolCallId?: string;
    readonly toolName?: string;
    readonly blockId?: string;
  };
  "model-request-end": MayOmit & {
    readonly ok: boolean;
    readonly usage?: TokenUsage;
    readonly cost?: number;
    readonly error?: string;
    /** The delay before the next attempt, in milliseconds. */
    readonly retryInMs?: number;
  };
  "program-start": MayOmit & {
    /** The program. Absent if the pieces of `model-delta` are exactly it. */
    readonly source?: string;
  };
  "program-end": MayOmit & {
    readonly ok: boolean;
    readonly fail?: StreamedFail;
    /** The result as the model reads it, and the prints. They need `results`. */
    readonly text?: string;
    readonly prints?: readonly string[];
    readonly durationMs: number;
  };
  "tool-call-start": MayOmit & {
    readonly name: string;
    readonly layer?: CallLayer;
    readonly arguments?: Json;
  };
  "tool-call-end": MayOmit & {
    readonly name: string;
    readonly layer?: CallLayer;
    readonly ok: boolean;
    readonly result?: Json;
    readonly error?: string;
    readonly cached?: true;
    readonly attempts?: number;
    readonly decision?: CallDecision["decision"];
  };
  /** A call that waits for a decision. Its arguments are included, because a person reads them. */
  "approval-requested": MayOmit & {
    readonly id: string;
    readonly tool: string;
    /** The names of the agents from the run's own to the one that requests the call, if any. */
    readonly agentPath?: readonly string[];
    readonly reason: string;
    readonly arguments?: Json;
    /** Times are in milliseconds since the epoch. */
    readonly expiresAt?: number;
    readonly until?: number;
  };
  "approval-decided": {
    readonly id: string;
    readonly tool: string;
    readonly decision: CallDecision["decision"];
  };
  "run-paused": { readonly pending: readonly string[] };
  "run-resumed": { readonly decided: readonly string[] };
  /**
   * Events that this reader missed and that are no longer stored. `missed` is their number, if it
   * is known.
   */
  "stream-gap": { readonly missed?: number };
  /** The last event of a stream: the run has ended, or waits for a decision. Don't reconnect. */
  "stream-end": Readonly<Record<string, never>>;
}

/** The names of the types of events. */
export type StreamedEventType = keyof StreamedEventData;

/** An event as a client receives it. A start and its end share `spanId`. */
export type StreamedEvent = {
  [Type in StreamedEventType]: {
    readonly type: Type;
    readonly spanId?: string;
    /** The span that contains this one: a tool call is in a program, which is in a turn. */
    readonly parentSpanId?: string;
    /** The name of the mission's agent. */
    readonly agent?: string;
    /** In milliseconds since the epoch. */
    readonly time?: number;
    readonly data: StreamedEventData[Type];
  };
}[StreamedEventType];
