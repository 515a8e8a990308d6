// Shows runs to a person. Their texts may come from anyone who can write the store, so they are
// escaped and bounded.

import { oneLine } from "@ptc/core/internal/errors";
import { argumentsText, countText } from "@ptc/core/internal/json";
import type { RunInfo, RunSummary } from "@ptc/subagent/runs";
import { pendingLines } from "../waiting/pending-lines.ts";

const longestId = 200;
const longestText = 60;
const mostCalls = 100;

/** Returns one line: id, status, agent, time of the last change, tags. */
export function summaryLine({ id, status, agent, updatedAt, tags }: RunSummary): string {
  const marks = tags.map((tag) => `#${oneLine(tag, longestText)}`);
  return [
    oneLine(id, longestId),
    status.padEnd(9),
    oneLine(agent, longestText),
    dateText(updatedAt),
    ...marks,
  ].join("  ");
}

/** Returns the lines about one run. */
export function runLines(run: RunInfo): readonly string[] {
  const { pending, attempts, step, reason, failure, dueAt, worker, appVersion } = run;
  return [
    `Run ${oneLine(run.id, longestId)} of ${oneLine(run.agent, longestText)}: ${run.status}`,
    `  created ${dateText(run.createdAt)}, changed ${dateText(run.updatedAt)}, ${countText(attempts, "attempt")}`,
    ...(run.tags.length === 0
      ? []
      : [`  tags: ${run.tags.map((tag) => oneLine(tag, longestText)).join(", ")}`]),
    ...(appVersion === undefined ? [] : [`  version: ${oneLine(appVersion, longestText)}`]),
    ...(worker === undefined
      ? []
      : [`  worker: ${oneLine(worker.owner, longestId)}, until ${dateText(worker.until)}`]),
    ...(dueAt === undefined ? [] : [`  due: ${dateText(dueAt)}`]),
    ...(reason === undefined ? [] : [`  reason: ${oneLine(reason, 1_000)}`]),
    ...(failure === undefined
      ? []
      : [
          `  it can't be continued (${oneLine(failure.problem, longestText)}): ${oneLine(failure.message, 1_000)}`,
        ]),
    ...stepLines(step),
    ...(pending.length === 0 ? [] : [`${countText(pending.length, "call")} to decide:`]),
    ...pending
      .slice(0, mostCalls)
      .flatMap((call) => [
        ...pendingLines(call).map((line) => `  ${line}`),
        ...(call.refused === undefined
          ? []
          : [`    the last decision was refused: ${oneLine(call.refused, 1_000)}`]),
      ]),
    ...(pending.length > mostCalls
      ? [`  … ${countText(pending.length - mostCalls, "more call")}`]
      : []),
  ];
}

/** The step was read from the store without a check of its fields. */
function stepLines(step: unknown): readonly string[] {
  if (typeof step !== "object" || step === null) return [];
  const { ok, fail } = step as { readonly ok?: unknown; readonly fail?: unknown };
  if (ok === true)
    return [`  result: ${argumentsText({ return: (step as { return?: unknown }).return })}`];
  const { reason, message } = Object(fail) as {
    readonly reason?: unknown;
    readonly message?: unknown;
  };
  return [`  failed: ${oneLine(String(reason), longestText)}: ${oneLine(String(message), 1_000)}`];
}

function dateText(time: number): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? String(time) : date.toISOString();
}
