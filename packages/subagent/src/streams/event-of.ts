// Reads one event that a server sent.

import { isObject } from "@ptc/core/internal/host";
import { EventStreamError } from "./event-stream-error.ts";
import type { StreamedEvent, StreamedEventType } from "./streamed-event.ts";

type FieldType = "boolean" | "number" | "string" | "list";

/** The fields that an event of each type always has. */
const requiredFields: Readonly<Record<StreamedEventType, Readonly<Record<string, FieldType>>>> = {
  "mission-start": {},
  "mission-end": { ok: "boolean", turns: "number" },
  "turn-start": { turn: "number", turnsLeft: "number" },
  "turn-end": { turn: "number", ok: "boolean", done: "boolean" },
  "compaction-start": { strategy: "string", reason: "string" },
  "compaction-end": { ok: "boolean", droppedTurns: "number" },
  "model-request-start": {},
  "model-delta": { turn: "number", attempt: "number", kind: "string", text: "string" },
  "model-request-end": { ok: "boolean" },
  "program-start": {},
  "program-end": { ok: "boolean", durationMs: "number" },
  "tool-call-start": { name: "string" },
  "tool-call-end": { name: "string", ok: "boolean" },
  "approval-requested": { id: "string", tool: "string", reason: "string" },
  "approval-decided": { id: "string", tool: "string", decision: "string" },
  "run-paused": { pending: "list" },
  "run-resumed": { decided: "list" },
  "stream-gap": {},
  "stream-end": {},
};

/** Returns undefined for a type that a newer server may know. @throws EventStreamError */
export function eventOf(text: string): StreamedEvent | undefined {
  let event: unknown;
  try {
    event = JSON.parse(text);
  } catch (error) {
    throw invalid("it isn't JSON", error);
  }
  if (!isObject(event) || typeof event["type"] !== "string" || !isObject(event["data"]))
    throw invalid("it has no type or data");
  const { type, data } = event;
  if (!Object.hasOwn(requiredFields, type)) return undefined;
  for (const [name, expected] of Object.entries(requiredFields[type as StreamedEventType])) {
    const field: unknown = Object.hasOwn(data, name) ? data[name] : undefined;
    if (expected === "list" ? !Array.isArray(field) : typeof field !== expected)
      throw invalid(`the field ${name} of ${type} isn't a ${expected}`);
  }
  // Checked above, except for optional fields.
  return event as unknown as StreamedEvent;
}

function invalid(problem: string, cause?: unknown): EventStreamError {
  const message = `the server sent a wrong event: ${problem}`;
  return new EventStreamError("invalid_event", message, cause === undefined ? {} : { cause });
}
