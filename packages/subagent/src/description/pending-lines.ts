// Shows the calls that wait for decisions, and how to continue the run.

import { oneLine } from "@ptc/core/internal/errors";
import type { PendingCall } from "@ptc/lisp";
import { countText, numberText } from "./count-text.ts";
import type { Page } from "./page.ts";
import { shownValue } from "./shown-value.ts";
import { note } from "./span.ts";

const longestName = 60;
const mostCalls = 100;

export function pendingLines(page: Page, pending: readonly PendingCall[]): void {
  page.label(
    countText(pending.length, "call to decide", "calls to decide"),
    "continue with resume, or ptc resume",
  );
  const inside = page.inside;
  for (const call of pending.slice(0, mostCalls)) {
    if (page.isFull) return;
    pendingCallLines(inside, call);
  }
  if (pending.length > mostCalls)
    inside.line(note(`… ${countText(pending.length - mostCalls, "more call")}`));
}

function pendingCallLines(page: Page, call: PendingCall): void {
  const { id, tool, arguments: args, agentPath, reason, askedAt, expiresAt, until, data } = call;
  page.line({ kind: "call", text: `tool/${oneLine(tool, longestName)}` });
  const inside = page.inside;
  inside.value(shownValue(args));
  if (agentPath !== undefined) inside.entry("agent", agentPath.join(" > "));
  inside.entry("reason", reason);
  if (data !== undefined) {
    inside.label("data");
    inside.inside.value(shownValue(data));
  }
  inside.entry("asked", dateText(askedAt));
  if (expiresAt !== undefined) inside.entry("expires", dateText(expiresAt));
  if (until !== undefined) inside.entry("continues after", dateText(until));
  inside.entry("id", id);
}

/** Returns an instant as text. It may come from a changed file, so it may be none. */
function dateText(time: number): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? numberText(time) : date.toISOString();
}
