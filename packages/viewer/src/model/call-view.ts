// A call of a tool, with the lines of the program that may have made it.

import { presentFields } from "@ptc/core/internal/host";
import type { TraceSpan } from "@ptc/tracer";
import type { CallView, WaitView } from "./run-view.ts";
import { dataOf, type PlacedSpan } from "./placed-span.ts";
import type { TextTable } from "./text-table.ts";

const mostLines = 50;

export function callView(
  { span, index }: PlacedSpan,
  texts: TextTable,
  sites: ReadonlyMap<string, readonly number[]>,
): CallView {
  const asked = dataOf(span.start, "tool-call-start");
  const answered = dataOf(span.end, "tool-call-end");
  const name = asked?.name ?? answered?.name ?? "";
  const result = answered?.result === undefined ? undefined : texts.value(answered.result);
  const isNative = (asked?.layer ?? answered?.layer) === "native";
  return {
    span: index,
    name: texts.line(name, 80),
    isNative,
    lines: isNative ? [] : (sites.get(name) ?? []).slice(0, mostLines),
    address: texts.line(asked?.address ?? "", 300),
    argumentsText: texts.value(asked?.args ?? null).index,
    resultBytes: result?.bytes ?? 0,
    isCached: answered?.cached === true,
    missions: span.children.filter(({ name: kind }) => kind === "mission").length,
    ...presentFields({
      ok: answered?.ok,
      resultText: result?.index,
      error: answered?.error === undefined ? undefined : texts.message(answered.error),
      attempts: answered?.attempts,
      wait: waitOf(span, texts),
    }),
  };
}

/** Returns the last request for a decision about the call, and the decision. */
function waitOf({ children }: TraceSpan, texts: TextTable): WaitView | undefined {
  const asked = dataOf(
    children.findLast(({ name }) => name === "approval-requested")?.start,
    "approval-requested",
  );
  if (asked === undefined) return undefined;
  const decided = dataOf(
    children.findLast(
      ({ start }) => start?.type === "approval-decided" && start.data.id === asked.id,
    )?.start,
    "approval-decided",
  );
  return {
    id: texts.line(asked.id, 300),
    reason: texts.line(asked.reason, 200),
    argumentsText: texts.value(asked.arguments).index,
    ...presentFields({
      expiresAt: asked.expiresAt,
      until: asked.until,
      decision: decided?.decision,
      message: decided?.message === undefined ? undefined : texts.message(decided.message),
      editedText:
        decided?.arguments === undefined ? undefined : texts.value(decided.arguments).index,
    }),
  };
}
