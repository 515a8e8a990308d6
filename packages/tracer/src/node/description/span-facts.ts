// The data of one line about a span. Its text and its JSON are made from this data.

import type {
  CallDecision,
  CallLayer,
  Fail,
  SpanName,
  TraceEventData,
  TraceEventType,
  TraceMarkType,
} from "@ptc/core/contracts";
import { presentFields } from "@ptc/core/internal/host";
import type { TraceSpan } from "../../trace-tree.ts";

/** The data of a line about a span. */
export interface SpanFacts {
  readonly kind: SpanName | TraceMarkType;
  readonly traceId: string;
  readonly spanId: string;
  readonly agent?: string;
  /** The agent of a mission, the tool of a call, also of one that waits. */
  readonly name?: string;
  /** The start of a prompt, of a program or of arguments. */
  readonly text?: string;
  /** Absent while the span is open. */
  readonly ok?: boolean;
  readonly durationMs?: number;
  readonly error?: string;
  /** Of a program: the warnings of its step, such as a task without a journal. */
  readonly warnings?: readonly string[];
  readonly turn?: number;
  readonly turns?: number;
  readonly inputTokens?: number;
  readonly cachedInputTokens?: number;
  readonly outputTokens?: number;
  readonly retryInMs?: number;
  /** Of a model request: true if it asks for a summary of dropped turns. */
  readonly isOfSummary?: true;
  /** Of a compaction: the number of dropped turns, and the tokens of the conversation. */
  readonly droppedTurns?: number;
  readonly tokensBefore?: number;
  readonly tokensAfter?: number;
  readonly cached?: true;
  /** True for a call that still waits for a decision. */
  readonly isWaiting?: true;
  /** Of a tool call: `native` if the model made it directly. */
  readonly layer?: CallLayer;
  /** Of a decision about a call that waited. */
  readonly decision?: CallDecision["decision"];
  /** Of a request for an approval: why the call waits, and its id. */
  readonly reason?: string;
  readonly id?: string;
  /** Of a pause or a resumed run: the number of calls that wait, or that are decided. */
  readonly calls?: number;
  /** Of a pause: the number of effects in the checkpoint. */
  readonly effects?: number;
  /** Of a child mission: the trace of its parent. */
  readonly parentTraceId?: string;
}

type Facts<Type extends TraceEventType> = (data: TraceEventData[Type]) => {
  readonly [Name in keyof SpanFacts]?: SpanFacts[Name] | undefined;
};

const factsOf: { readonly [Type in TraceEventType]: Facts<Type> } = {
  "mission-start": ({ name, prompt, parentTraceId }) => ({ name, text: prompt, parentTraceId }),
  "mission-end": ({ ok, turns, fail, partial }) => ({
    ok,
    turns,
    error: failText(fail ?? partial),
  }),
  "turn-start": ({ turn }) => ({ turn }),
  "turn-end": ({ turn, ok, fail }) => ({ turn, ok, error: failText(fail) }),
  "compaction-start": ({ strategy, reason, estimatedTokens }) => ({
    text: `${strategy}, by ${reason}`,
    tokensBefore: estimatedTokens,
  }),
  "compaction-end": ({ ok, error, droppedTurns, estimatedTokens }) => ({
    ok,
    error,
    droppedTurns,
    tokensAfter: estimatedTokens,
  }),
  "model-request-start": ({ purpose }) => ({
    isOfSummary: purpose === undefined ? undefined : true,
  }),
  "model-request-end": ({ ok, usage, error, retryInMs }) => ({
    ok,
    inputTokens: usage?.inputTokens,
    cachedInputTokens: usage?.cachedInputTokens,
    outputTokens: usage?.outputTokens,
    error,
    retryInMs,
  }),
  "program-start": ({ source }) => ({ text: source }),
  "program-end": ({ ok, fail, warnings }) => ({ ok, error: failText(fail), warnings }),
  "tool-call-start": ({ name, layer, args }) => ({ name, layer, text: String(args) }),
  "tool-call-end": ({ name, ok, error, cached }) => ({ name, ok, error, cached }),
  "approval-requested": ({ tool, id, reason, arguments: args }) => ({
    ...{ name: tool, id, reason },
    text: String(args),
  }),
  "approval-decided": ({ tool, id, decision, message, arguments: args }) => ({
    ...{ name: tool, id, decision },
    text: message ?? (typeof args === "string" ? args : undefined),
  }),
  "run-paused": ({ pending, effects }) => ({
    ...{ calls: pending.length, effects },
    text: pending.join(", "),
  }),
  "run-resumed": ({ decided }) => ({ calls: decided.length, text: decided.join(", ") }),
};

/** Returns the data of a span whose events are brief events. */
export function spanFacts(span: TraceSpan): SpanFacts {
  const { name: kind, traceId, spanId, start, end, durationMs } = span;
  const { error, ...ended } = factsOfEvent(end);
  return {
    kind,
    traceId,
    spanId,
    ...factsOfEvent(start),
    ...ended,
    ...(isWaiting(span) ? { isWaiting: true } : {}),
    ...presentFields({
      agent: (start ?? end)?.agent,
      error: isOfProgram(span) ? undefined : error,
      durationMs,
    }),
  };
}

/** True if a turn failed because of its program, which has its own line. */
function isOfProgram({ name, children }: TraceSpan): boolean {
  return (
    name === "turn" &&
    children.some(({ end }) => end?.type === "program-end" && end.data.fail !== undefined)
  );
}

/** True for an open call whose last request has no decision. */
function isWaiting({ isOpen, children }: TraceSpan): boolean {
  if (!isOpen) return false;
  const last = children.findLast(
    ({ name }) => name === "approval-requested" || name === "approval-decided",
  );
  return last?.name === "approval-requested";
}

function factsOfEvent(event: TraceSpan["start"]): Partial<SpanFacts> {
  if (event === undefined) return {};
  // The compiler can't relate the type of an event to its data here.
  return presentFields((factsOf[event.type] as Facts<typeof event.type>)(event.data));
}

function failText(fail: Fail | undefined): string | undefined {
  return fail === undefined ? undefined : `${fail.details?.kind ?? fail.reason}: ${fail.message}`;
}
