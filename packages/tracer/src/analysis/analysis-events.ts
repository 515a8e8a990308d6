// Reduces events to the parts that analyses read. Conversations and results are most of a trace,
// and the traces of many runs can exceed the memory.

import type { TraceEvent, TraceMessage } from "@ptc/core/contracts";
import { dataSize } from "@ptc/core/internal/json";

/** Replaces the result of a call in a reduced event. */
export class OmittedResult {
  /** The size of the result as JSON, or 0 if it couldn't be measured. */
  readonly bytes: number;

  constructor(bytes: number) {
    this.bytes = bytes;
  }
}

/** More different system messages than this are not shared between events. */
const mostShared = 1_000;

/**
 * Returns a function that adds to an event, reduced by `reduce`, what analyses read besides: the
 * system message, and the size of a result. Equal system messages are stored once.
 */
export function analysisEvents(
  reduce: (event: TraceEvent) => TraceEvent,
): (event: TraceEvent) => TraceEvent {
  const systems = new Map<string, TraceMessage>();
  return (event) => {
    const reduced = reduce(event);
    if (event.type === "model-request-start" && reduced.type === "model-request-start") {
      const [first] = event.data.messages;
      if (first?.role !== "system") return reduced;
      return { ...reduced, data: { ...reduced.data, messages: [shared(systems, first.content)] } };
    }
    if (event.type === "tool-call-end" && reduced.type === "tool-call-end") {
      const { ok, result, attempts } = event.data;
      const bytes = ok && result !== undefined ? (dataSize(result).bytes ?? 0) : 0;
      const more = attempts === undefined ? {} : { attempts };
      return { ...reduced, data: { ...reduced.data, ...more, result: new OmittedResult(bytes) } };
    }
    return reduced;
  };
}

function shared(systems: Map<string, TraceMessage>, content: string): TraceMessage {
  const known = systems.get(content);
  if (known !== undefined) return known;
  const message: TraceMessage = { role: "system", content };
  if (systems.size < mostShared) systems.set(content, message);
  return message;
}
