// The totals of a trace.

import type { TraceSpan } from "../../trace-tree.ts";
import { countText, groupedNumber } from "@ptc/core/internal/json";

/** Returns `3 missions, 7 turns, 9 model requests (4,800 tokens in, 12 out), 8 tool calls` */
export function totalsText(roots: readonly TraceSpan[]): string {
  const counts = {
    mission: 0,
    turn: 0,
    compaction: 0,
    "model-request": 0,
    program: 0,
    "tool-call": 0,
    "approval-requested": 0,
    "approval-decided": 0,
    "run-paused": 0,
    "run-resumed": 0,
  };
  let [tokensIn, tokensOut, failedCalls] = [0, 0, 0];
  const rest = [...roots];
  for (let span = rest.pop(); span !== undefined; span = rest.pop()) {
    const { name, end, children } = span;
    counts[name] += 1;
    if (end?.type === "model-request-end") {
      tokensIn += end.data.usage?.inputTokens ?? 0;
      tokensOut += end.data.usage?.outputTokens ?? 0;
    }
    if (end?.type === "tool-call-end" && !end.data.ok) failedCalls += 1;
    for (const child of children) rest.push(child);
  }
  const tokens =
    tokensIn + tokensOut === 0
      ? ""
      : ` (${countText(tokensIn, "token")} in, ${groupedNumber(tokensOut)} out)`;
  return [
    countText(counts.mission, "mission"),
    countText(counts.turn, "turn"),
    `${countText(counts["model-request"], "model request")}${tokens}`,
    countText(counts["tool-call"], "tool call"),
    ...(failedCalls === 0 ? [] : [`${groupedNumber(failedCalls)} of them failed`]),
    ...(counts["run-paused"] === 0 ? [] : [countText(counts["run-paused"], "pause")]),
    ...(counts.compaction === 0 ? [] : [countText(counts.compaction, "compaction")]),
  ].join(", ");
}
