// Reduces an event to the parts that one line shows. Conversations, answers and data are most of a
// trace, and the traces of many missions can exceed the memory.

import { shortened } from "@ptc/core/internal/printing";
import type { Fail, TraceEvent } from "@ptc/core/contracts";
import { presentFields } from "@ptc/core/internal/host";
import { argumentsText } from "@ptc/core/internal/json";

/** More than any line shows. */
const longestText = 1_000;
/** The line shows one warning. The rest are for its JSON. */
const mostWarnings = 5;

/** Returns the event without the parts that no line shows. */
export function briefEvent(event: TraceEvent): TraceEvent {
  switch (event.type) {
    case "mission-start": {
      const { name, prompt, parentTraceId, depth } = event.data;
      const present = presentFields({ name, parentTraceId, depth });
      return { ...event, data: { prompt: brief(prompt), tools: [], ...present } };
    }
    case "mission-end": {
      const { ok, turns, fail } = event.data;
      return { ...event, data: { ok, turns, ...briefFail(fail) } };
    }
    case "turn-end": {
      const { turn, ok, done, fail } = event.data;
      return { ...event, data: { turn, ok, done, ...briefFail(fail) } };
    }
    case "model-request-start": {
      return { ...event, data: { ...event.data, messages: [] } };
    }
    case "compaction-end": {
      const { error, ...data } = event.data;
      return {
        ...event,
        data: { ...data, ...(error === undefined ? {} : { error: brief(error) }) },
      };
    }
    case "model-request-end": {
      const { ok, usage, cost, error, requestId, retryInMs } = event.data;
      const present = presentFields({ usage, cost, error, requestId, retryInMs });
      return { ...event, data: { ok, ...present } };
    }
    case "program-start":
      return { ...event, data: { source: brief(event.data.source) } };
    case "program-end": {
      const { ok, fail, usage, warnings } = event.data;
      const present =
        warnings === undefined ? {} : { warnings: warnings.slice(0, mostWarnings).map(brief) };
      return { ...event, data: { ok, prints: [], usage, ...briefFail(fail), ...present } };
    }
    case "tool-call-start":
      return { ...event, data: { ...event.data, args: argumentsText(event.data.args) } };
    case "tool-call-end": {
      const { name, layer, ok, error, cached, childTraceIds } = event.data;
      const present = presentFields({ layer, error, cached, childTraceIds });
      return { ...event, data: { name, ok, ...present } };
    }
    case "approval-requested":
      return {
        ...event,
        data: {
          ...event.data,
          reason: brief(event.data.reason),
          arguments: argumentsText(event.data.arguments),
        },
      };
    case "approval-decided": {
      const { message, arguments: edited, ...data } = event.data;
      return {
        ...event,
        data: {
          ...data,
          ...(message === undefined ? {} : { message: brief(message) }),
          ...(edited === undefined ? {} : { arguments: argumentsText(edited) }),
        },
      };
    }
    default:
      return event;
  }
}

function briefFail(fail: Fail | undefined): { readonly fail?: Fail } {
  if (fail === undefined) return {};
  const { reason, message, details } = fail;
  return {
    fail: { reason, message: brief(message), details: presentFields({ kind: details?.kind }) },
  };
}

function brief(text: string): string {
  return shortened(text, longestText);
}
