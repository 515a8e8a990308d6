// The attributes of spans from the data of their events, without contents. Every text is bounded.

import type { Attributes } from "@opentelemetry/api";
import type { Fail, TraceEvent } from "@ptc/core/contracts";
import { shortened } from "@ptc/core/internal/printing";
import { genAi, operations, otherError, providerName, ptc } from "./conventions.ts";

type StartEvent = Extract<TraceEvent, { readonly type: `${string}-start` }>;
type EndEvent = Extract<TraceEvent, { readonly type: `${string}-end` }>;

/** Names and ids, as opposed to contents. */
const longestName = 200;
const mostTools = 128;

/** Returns a name or an id of bounded length. */
export function nameText(text: string): string {
  return shortened(text, longestName);
}

/** The name and the attributes of a span at its start. */
export interface SpanBeginning {
  readonly name: string;
  readonly attributes: Attributes;
}

/** Returns the name and the attributes of the span that `event` starts. */
export function beginningOf(event: StartEvent): SpanBeginning {
  const agent = event.agent === undefined ? {} : { [genAi.agentName]: nameText(event.agent) };
  switch (event.type) {
    case "mission-start": {
      const { name, depth, signature, tools } = event.data;
      return {
        name: named(operations.agent, name),
        attributes: {
          [genAi.operation]: operations.agent,
          ...(name === undefined ? {} : { [genAi.agentName]: nameText(name) }),
          [ptc.traceId]: event.traceId,
          ...(depth === undefined ? {} : { [ptc.depth]: depth }),
          ...(signature === undefined ? {} : { [ptc.signature]: nameText(signature) }),
          [ptc.tools]: tools.slice(0, mostTools).map(nameText),
        },
      };
    }
    case "turn-start": {
      const { turn, turnsLeft } = event.data;
      return {
        name: `turn ${String(turn)}`,
        attributes: { ...agent, [ptc.turn]: turn, [ptc.turnsLeft]: turnsLeft },
      };
    }
    case "compaction-start":
      return {
        name: "compaction",
        attributes: {
          ...agent,
          [ptc.compaction]: event.data.strategy,
          [ptc.compactionReason]: event.data.reason,
        },
      };
    case "model-request-start": {
      const { provider, model, purpose } = event.data;
      return {
        name: named(operations.chat, model),
        attributes: {
          ...agent,
          [genAi.operation]: operations.chat,
          [genAi.provider]: nameText(providerName(provider)),
          ...(model === undefined ? {} : { [genAi.requestModel]: nameText(model) }),
          ...(purpose === undefined ? {} : { [ptc.requestPurpose]: purpose }),
        },
      };
    }
    case "program-start":
      return {
        name: "program",
        attributes: {
          ...agent,
          ...(event.parentSpanId === undefined ? { [ptc.traceId]: event.traceId } : {}),
          [ptc.programCharacters]: event.data.source.length,
        },
      };
    case "tool-call-start": {
      const { name, layer = "program", address } = event.data;
      return {
        name: named(operations.tool, name),
        attributes: {
          ...agent,
          [genAi.operation]: operations.tool,
          [genAi.toolName]: nameText(name),
          [genAi.toolType]: "function",
          [genAi.toolCallId]: nameText(address),
          [ptc.layer]: layer,
        },
      };
    }
  }
}

/** Returns the attributes that the end of a span adds, and the kind of its error. */
export function endingOf(event: EndEvent): {
  readonly attributes: Attributes;
  readonly error: string | undefined;
} {
  const error = errorOf(event);
  return {
    error,
    attributes: {
      ...endAttributes(event),
      ...(error === undefined ? {} : { [genAi.errorType]: error }),
    },
  };
}

function errorOf(event: EndEvent): string | undefined {
  const { data } = event;
  if (data.ok) return undefined;
  if (event.type === "tool-call-end") return "tool_error";
  if (event.type === "model-request-end") return nameText(event.data.errorKind ?? otherError);
  return "fail" in data ? failReason(data.fail) : otherError;
}

function failReason(fail: Fail | undefined): string {
  return fail === undefined ? otherError : nameText(String(fail.reason));
}

function endAttributes(event: EndEvent): Attributes {
  switch (event.type) {
    case "mission-end":
      return { [ptc.turns]: event.data.turns };
    case "turn-end":
      return { [ptc.isDone]: event.data.done };
    case "compaction-end":
      return { [ptc.droppedTurns]: event.data.droppedTurns };
    case "model-request-end": {
      const { usage, requestId, retryInMs, cost, status } = event.data;
      return {
        ...(usage === undefined
          ? {}
          : {
              [genAi.inputTokens]: usage.inputTokens,
              [genAi.outputTokens]: usage.outputTokens,
              ...(usage.cachedInputTokens === undefined
                ? {}
                : { [genAi.cachedInputTokens]: usage.cachedInputTokens }),
            }),
        ...(status === undefined ? {} : { [genAi.httpStatus]: status }),
        ...(requestId === undefined ? {} : { [ptc.requestId]: nameText(requestId) }),
        ...(retryInMs === undefined ? {} : { [ptc.retryDelay]: retryInMs }),
        ...(cost === undefined ? {} : { [ptc.cost]: cost }),
      };
    }
    case "program-end": {
      const { steps, memoryBytes, toolCalls } = event.data.usage;
      return {
        [ptc.programSteps]: steps,
        [ptc.programMemory]: memoryBytes,
        [ptc.programCalls]: toolCalls,
      };
    }
    case "tool-call-end": {
      const { cached, attempts, decision } = event.data;
      return {
        ...(cached === true ? { [ptc.isCached]: true } : {}),
        ...(attempts === undefined ? {} : { [ptc.attempts]: attempts }),
        ...(decision === undefined ? {} : { [ptc.decision]: decision.decision }),
      };
    }
  }
}

function named(operation: string, name: string | undefined): string {
  return name === undefined ? operation : `${operation} ${nameText(name)}`;
}
