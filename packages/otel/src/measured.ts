// The attributes of metrics, which have few different values.

import type { Attributes } from "@opentelemetry/api";
import type { TraceEvent } from "@ptc/core/contracts";
import { genAi } from "./conventions.ts";
import type { OpenSpan } from "./open-runs.ts";

const ofAgent = [genAi.agentName];
const ofChat = [genAi.operation, genAi.provider, genAi.requestModel];
const ofTool = [genAi.toolName, genAi.toolType, genAi.agentName];

/** Returns the metric that the end of the span records, with attributes of its start. */
export function measuredOf(
  { type }: TraceEvent,
  attributes: Attributes,
): Pick<OpenSpan, "measured"> {
  switch (type) {
    case "mission-start":
      return { measured: { operation: "agent", attributes: chosen(attributes, ofAgent) } };
    case "model-request-start":
      return { measured: { operation: "chat", attributes: chosen(attributes, ofChat) } };
    case "tool-call-start":
      return { measured: { operation: "tool", attributes: chosen(attributes, ofTool) } };
    default:
      return {};
  }
}

function chosen(attributes: Attributes, names: readonly string[]): Attributes {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = attributes[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
