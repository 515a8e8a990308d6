// Shows a call that waits to a person. Models and tools wrote its text, so it is escaped and
// shortened.

import { oneLine } from "@ptc/core/internal/errors";
import { argumentsText } from "@ptc/core/internal/json";
import type { PendingCall } from "@ptc/subagent";

const shownName = 60;
const shownReason = 200;
const shownData = 1_000;

/** Returns the lines about a call: its tool, its arguments, its agent, why it waits, and its id. */
export function pendingLines(call: PendingCall): readonly string[] {
  const { id, tool, arguments: args, agentPath, reason, askedAt, uncertain } = call;
  const { expiresAt, until, data } = call;
  return [
    `tool/${oneLine(tool, shownName)} ${argumentsText(args)}`,
    // A stored call may have been edited.
    ...(Array.isArray(agentPath)
      ? [`  agent: ${oneLine(agentPath.join(" > "), shownReason)}`]
      : []),
    `  reason: ${oneLine(reason, shownReason)}`,
    ...(uncertain === true
      ? [
          "  it may have run: ask its service about the id, then answer the call, or approve it again",
        ]
      : []),
    ...(data === undefined ? [] : [`  data: ${oneLine(JSON.stringify(data), shownData)}`]),
    `  asked: ${dateText(askedAt)}${expiresAt === undefined ? "" : `, expires: ${dateText(expiresAt)}`}`,
    ...(until === undefined ? [] : [`  continues by itself after ${dateText(until)}`]),
    `  id: ${oneLine(id, shownData)}`,
  ];
}

/** Returns an instant as text. It may come from a changed file, so it may be none. */
function dateText(time: number): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? String(time) : date.toISOString();
}
