// The numbers of a run for a list of runs.

import { presentFields } from "@ptc/core/internal/host";
import type { Fail } from "@ptc/core/contracts";
import { dataOf, type PlacedSpan } from "./placed-span.ts";
import type { ViewSummary, TurnView } from "./run-view.ts";
import { statusOf } from "./span-view.ts";
import type { TextTable } from "./text-table.ts";

export function runSummary(
  spans: readonly PlacedSpan[],
  turns: readonly TurnView[],
  texts: TextTable,
): ViewSummary {
  const [root] = spans;
  if (root === undefined) throw new TypeError("a run has no span");
  const started = dataOf(root.span.start, "mission-start");
  const ended = dataOf(root.span.end, "mission-end");
  const fail = ended?.fail ?? ended?.partial ?? dataOf(root.span.end, "program-end")?.fail;
  const numbered = turns.filter(({ number }) => number !== undefined);
  const requests = turns.flatMap((turn) => turn.requests);
  const sum = (pick: (request: (typeof requests)[number]) => number | undefined) =>
    requests.reduce((total, request) => total + (pick(request) ?? 0), 0);
  const calls = spans.filter(({ span }) => span.name === "tool-call");
  const startedAt = spans.reduce((least, { start }) => Math.min(least, start), Infinity);
  const endedAt = spans.reduce((most, { end }) => Math.max(most, end), 0);
  return {
    key: keyOf(root),
    traceId: root.span.traceId,
    title: texts.line(started?.prompt ?? firstProgram(spans), 200),
    status: statusOf(root),
    models: [...new Set(requests.flatMap(({ model }) => (model === undefined ? [] : [model])))],
    turns: numbered.filter(({ mission }) => mission <= 0).length,
    childTurns: numbered.filter(({ mission }) => mission > 0).length,
    repairs: turns.filter(({ status }) => status === "failed").length,
    requests: requests.length,
    calls: calls.length,
    failedCalls: calls.filter(({ span }) => dataOf(span.end, "tool-call-end")?.ok === false).length,
    missions: spans.filter(({ span, index }) => span.name === "mission" && index > 0).length,
    inputTokens: sum(({ inputTokens }) => inputTokens),
    outputTokens: sum(({ outputTokens }) => outputTokens),
    cachedTokens: sum(({ cachedTokens }) => cachedTokens),
    isEstimated: requests.some((request) => request.isEstimated === true),
    startedAt,
    durationMs: Math.max(0, endedAt - startedAt),
    dataBytes: turns.reduce((total, { dataBytes }) => total + dataBytes, 0),
    seenBytes: turns.reduce((total, { seenBytes }) => total + seenBytes, 0),
    events: spans.reduce(
      (count, { span }) => count + (span.start === undefined || span.end === undefined ? 1 : 2),
      0,
    ),
    ...presentFields({
      parentTraceId: started?.parentTraceId,
      agent: agentOf(root, texts),
      ...reasonOf(fail, texts),
      cost: requests.some(({ cost }) => cost !== undefined) ? sum(({ cost }) => cost) : undefined,
    }),
  };
}

function agentOf({ span }: PlacedSpan, texts: TextTable): string | undefined {
  const name = dataOf(span.start, "mission-start")?.name ?? (span.start ?? span.end)?.agent;
  return name === undefined ? undefined : texts.line(name, 80);
}

function reasonOf(
  fail: Fail | undefined,
  texts: TextTable,
): { readonly reason?: string; readonly message?: string } {
  return fail === undefined
    ? {}
    : { reason: texts.line(fail.reason, 100), message: texts.line(fail.message, 400) };
}

function firstProgram(spans: readonly PlacedSpan[]): string {
  const program = spans.find(({ span }) => span.name === "program");
  return dataOf(program?.span.start, "program-start")?.source ?? "a part of a run";
}

/**
 * Identifies a span of a file. Ids of traces are part of addresses, so others than those of our own
 * traces are replaced by a number made from them.
 */
export function keyOf({ span: { traceId, spanId } }: Pick<PlacedSpan, "span">): string {
  return `${keyPart(traceId)}.${keyPart(spanId)}`;
}

function keyPart(id: string): string {
  if (/^[0-9A-Za-z_-]{1,64}$/.test(id)) return id;
  // FNV-1a, with 32 bits: ids that aren't ours come from tests and damaged files.
  let hash = 0x811c9dc5;
  for (let index = 0; index < id.length; index += 1)
    hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193) >>> 0;
  return `x${String(id.length)}-${hash.toString(16)}`;
}
