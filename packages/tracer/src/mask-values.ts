// Hides the values that a mission's firewall remembers, at any location and under any name in its
// events. The structure of events stays, so that the trace remains readable: kinds, names of tools,
// ids, times, counts.

import { eventFirewall, type TraceEvent, type TraceFirewall } from "@ptc/core/contracts";
import { withTaskIds } from "@ptc/core/internal/contracts";
import { firewalledMarker } from "@ptc/core/internal/values";
import { tags } from "@ptc/core/encoding";
import { encodeTraceValue, tagOf, type TraceJson } from "./trace-json.ts";
import { defineField } from "./host-object.ts";

/**
 * Returns the event as tagged JSON without firewalled values. Omits values that cost more than
 * `room`.
 */
export function maskedEvent(event: TraceEvent, room: number): TraceJson {
  const firewall = event[eventFirewall];
  const json = encodeTraceValue(event, false, room, firewall);
  if (firewall === undefined || !isFields(json)) return json;
  // Encoding hides the fields first, so the firewall now knows their values.
  const { data } = json;
  return isFields(data)
    ? { ...json, data: maskedFields(data, firewall, ofData[event.type]) }
    : json;
}

type Fields = { [name: string]: TraceJson };

/** How a field is masked. Fields that aren't listed are masked completely. */
type Masking = "as it is" | "address" | "fail" | "messages";

const always: Readonly<Record<string, Masking>> = { fail: "fail" };
const counted: Readonly<Record<string, Masking>> = { ...always, ok: "as it is", usage: "as it is" };
const ofTurn: Readonly<Record<string, Masking>> = {
  ...counted,
  turn: "as it is",
  turnsLeft: "as it is",
  turns: "as it is",
};
const ofCompaction: Readonly<Record<string, Masking>> = {
  ...counted,
  strategy: "as it is",
  reason: "as it is",
  droppedTurns: "as it is",
  messages: "as it is",
  estimatedTokens: "as it is",
  overBudget: "as it is",
};
const ofTool: Readonly<Record<string, Masking>> = {
  ...counted,
  name: "as it is",
  address: "address",
  childTraceIds: "as it is",
};

const ofApproval: Readonly<Record<string, Masking>> = {
  id: "address",
  tool: "as it is",
  address: "address",
  agentPath: "as it is",
  decision: "as it is",
  expiresAt: "as it is",
  until: "as it is",
};

/** The fields of an event's data that are its structure or that the host has written. */
const ofData: Readonly<Record<TraceEvent["type"], Readonly<Record<string, Masking>>>> = {
  "mission-start": {
    name: "as it is",
    parentTraceId: "as it is",
    depth: "as it is",
    signature: "as it is",
    tools: "as it is",
  },
  "mission-end": ofTurn,
  "turn-start": ofTurn,
  "turn-end": ofTurn,
  "compaction-start": ofCompaction,
  "compaction-end": ofCompaction,
  "model-request-start": {
    messages: "messages",
    purpose: "as it is",
    provider: "as it is",
    model: "as it is",
  },
  "model-request-end": {
    ...counted,
    cost: "as it is",
    retryInMs: "as it is",
    errorKind: "as it is",
    status: "as it is",
  },
  "program-start": {},
  "program-end": { ...counted, effects: "as it is" },
  "tool-call-start": ofTool,
  "tool-call-end": ofTool,
  "approval-requested": ofApproval,
  "approval-decided": ofApproval,
  "run-paused": { pending: "address", effects: "as it is" },
  "run-resumed": { decided: "address" },
};

const ofFail: Readonly<Record<string, Masking>> = {
  reason: "as it is",
  op: "as it is",
  details: "fail",
  kind: "as it is",
  position: "as it is",
  limit: "as it is",
  omitted: "as it is",
  errors: "fail",
};
const ofMessage: Readonly<Record<string, Masking>> = {
  role: "as it is",
  parts: "messages",
  type: "as it is",
};

function maskedFields(
  fields: Fields,
  firewall: TraceFirewall,
  maskings: Readonly<Record<string, Masking>> | undefined,
): Fields {
  const masked: Fields = {};
  for (const [name, value] of Object.entries(fields)) {
    const masking =
      maskings !== undefined && Object.hasOwn(maskings, name) ? maskings[name] : undefined;
    const shown = maskings === undefined ? firewall.maskValues(name) : name;
    defineField(masked, shown, maskedBy(masking, value, firewall));
  }
  return masked;
}

function maskedBy(
  masking: Masking | undefined,
  value: TraceJson,
  firewall: TraceFirewall,
): TraceJson {
  if (masking === undefined) return masked(value, firewall);
  if (masking === "as it is") return value;
  if (masking === "address") {
    if (Array.isArray(value)) return value.map((item) => maskedBy(masking, item, firewall));
    return typeof value === "string"
      ? withTaskIds(value, (id) => firewall.maskValues(id))
      : masked(value, firewall);
  }
  const parts = masking === "fail" ? ofFail : ofMessage;
  if (Array.isArray(value)) return value.map((item) => maskedBy(masking, item, firewall));
  return isFields(value) ? maskedFields(value, firewall, parts) : masked(value, firewall);
}

function masked(value: TraceJson, firewall: TraceFirewall): TraceJson {
  if (typeof value === "string") return firewall.maskValues(value);
  if (typeof value === "number") return firewall.hidesNumber(value) ? firewalledMarker : value;
  if (Array.isArray(value)) return value.map((item) => masked(item, firewall));
  if (!isFields(value)) return value;
  const tag = tagOf(value);
  if (tag === undefined) return maskedFields(value, firewall, undefined);
  // The content of a scalar tag has its own format, so if any part of it is hidden, all of it is.
  if (!scalarTags.has(tag)) return { [tag]: masked(value[tag] ?? null, firewall) };
  const content = value[tag];
  return typeof content === "string" && firewall.maskValues(content) !== content
    ? firewalledMarker
    : value;
}

/** The tags of values that are written as one text. */
const scalarTags: ReadonlySet<string> = new Set([tags.integer, tags.instant, tags.number]);

function isFields(value: TraceJson | undefined): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
