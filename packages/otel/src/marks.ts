// Approvals and pauses as events of spans, without contents.

import type { Attributes } from "@opentelemetry/api";
import type { TraceEvent, TraceMarkType } from "@ptc/core/contracts";
import { nameText } from "./attributes.ts";
import { ptc } from "./conventions.ts";

export type MarkEvent = Extract<TraceEvent, { readonly type: TraceMarkType }>;

/** The calls that an event lists. */
const mostCalls = 128;

export const markNames: Readonly<Record<TraceMarkType, string>> = {
  "approval-requested": ptc.approvalRequested,
  "approval-decided": ptc.approvalDecided,
  "run-paused": ptc.paused,
  "run-resumed": ptc.resumed,
};

/** Returns the attributes of the event. */
export function markAttributes(event: MarkEvent): Attributes {
  switch (event.type) {
    case "approval-requested":
      return approvalOf(event.data);
    case "approval-decided":
      return { ...approvalOf(event.data), [ptc.approvalDecision]: event.data.decision };
    case "run-paused":
      return { [ptc.calls]: event.data.pending.slice(0, mostCalls).map(nameText) };
    case "run-resumed":
      return { [ptc.calls]: event.data.decided.slice(0, mostCalls).map(nameText) };
  }
}

function approvalOf({ id, tool }: { readonly id: string; readonly tool: string }): Attributes {
  return { [ptc.approvalId]: nameText(id), [ptc.approvalTool]: nameText(tool) };
}
