// `ptc trace summary`: usage of one run and its folded tree, or statistics of several runs.

import { oneLine } from "@ptc/core/internal/errors";
import { bytesText, countText, groupedNumber, jsonLine } from "@ptc/core/internal/json";
import { tableLines, type Row } from "@ptc/subagent/internal/node";
import {
  foldChildren,
  foldSpans,
  groupRuns,
  type RunGroup,
  type RunGrouping,
  type TracedRun,
  type SpanFold,
} from "@ptc/tracer";
import { foldLine, runGroupings, type LineOptions } from "@ptc/tracer/internal/node";
import { exitCode, type ExitCode } from "../terminal/exit-code.ts";
import type { Host } from "../terminal/host.ts";
import { write } from "../terminal/output.ts";
import { styleFor } from "../terminal/style.ts";
import { UsageError } from "../terminal/usage-error.ts";
import { readRuns } from "./read-runs.ts";
import { costText, outcomeText, percentText, timeText, usageText } from "./run-texts.ts";

const mostLines = 1_000;
const mostRuns = 50;
const mostGroups = 50;
const shownKey = 60;

export interface ShowSummaryOptions {
  readonly path: string;
  /** The option `--by`. */
  readonly by: string | undefined;
  readonly isJson: boolean;
}

/** @throws LoadError if nothing can be read, UsageError for an unknown grouping */
export async function showSummary(
  host: Host,
  { path, by, isJson }: ShowSummaryOptions,
): Promise<ExitCode> {
  const grouping = runGroupings.find((name) => name === by);
  if (by !== undefined && grouping === undefined)
    throw new UsageError(`--by needs one of ${runGroupings.join(", ")}`, {
      isAboutArguments: true,
    });
  const { runs } = await readRuns(host, path);
  if (isJson) await writeJson(host, runs, grouping);
  else {
    const [run] = runs;
    const lines =
      run !== undefined && runs.length === 1 && grouping === undefined
        ? runLines(run, host)
        : statisticLines(runs, grouping, host);
    for (const line of lines) await write(host.output, `${line}\n`);
  }
  return exitCode.ok;
}

async function writeJson(
  host: Host,
  runs: readonly TracedRun[],
  grouping: RunGrouping | undefined,
): Promise<void> {
  for (const run of runs)
    await write(host.output, `${jsonLine({ kind: "run", ...run, roots: undefined }) ?? "{}"}\n`);
  for (const by of grouping === undefined ? usualGroupings : [grouping])
    for (const group of groupRuns(runs, by))
      await write(host.output, `${jsonLine({ kind: "group", by, ...group }) ?? "{}"}\n`);
}

const usualGroupings: readonly RunGrouping[] = ["all", "agent", "promptVersion", "model"];

function* runLines(run: TracedRun, host: Host): Generator<string> {
  const style = styleFor(host.output, host);
  const { agent, prompt, durationMs, promptVersion, childMissions } = run;
  yield style("bold", oneLine(`${agent === undefined ? "" : `${agent}: `}${prompt ?? ""}`, 200));
  const took = durationMs === undefined ? "" : ` after ${timeText(durationMs)}`;
  yield style(
    run.outcome === "failed" ? "red" : "green",
    `${run.outcome}${took}${run.reason === undefined ? "" : outcomeText(run).slice(run.outcome.length)}`,
  );
  yield "";
  yield `Turns       ${groupedNumber(run.turns)}${run.repairs === 0 ? "" : `, ${countText(run.repairs, "repair")}`}`;
  for (const use of run.models) {
    const model = use.model === undefined ? "" : ` to ${oneLine(use.model, shownKey)}`;
    const failed = use.failedRequests === 0 ? "" : `, ${countText(use.failedRequests, "failure")}`;
    yield `Requests    ${groupedNumber(use.requests)}${model}: ${usageText(use)}${failed}`;
  }
  yield `Tool calls  ${groupedNumber(run.toolCalls)}${run.failedCalls === 0 ? "" : `, ${groupedNumber(run.failedCalls)} failed`}; ${bytesText(run.toolBytes)} returned`;
  if (childMissions > 0) yield `Missions    ${groupedNumber(childMissions)} inside tool calls`;
  if (promptVersion !== undefined) yield `Prompt      version ${promptVersion}`;
  yield "";
  yield* foldedLines(foldSpans(run.roots), { style, columns: host.output.columns ?? Infinity });
}

/** Yields the folded tree. */
function* foldedLines(roots: readonly SpanFold[], options: LineOptions): Generator<string> {
  const rest: { readonly fold: SpanFold; readonly level: number }[] = [];
  const push = (folds: readonly SpanFold[], level: number): void => {
    for (const fold of folds.toReversed()) rest.push({ fold, level });
  };
  push(roots, 0);
  let count = 0;
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    if (count === mostLines) {
      yield options.style("dim", "… more lines (ptc trace shows the whole tree)");
      return;
    }
    yield foldLine(next.fold, next.level, options);
    count += 1;
    push(foldChildren(next.fold), next.level + 1);
  }
}

function* statisticLines(
  runs: readonly TracedRun[],
  grouping: RunGrouping | undefined,
  host: Host,
): Generator<string> {
  const style = styleFor(host.output, host);
  const width = host.output.columns ?? Infinity;
  const [all] = groupRuns(runs);
  if (all === undefined) return;
  yield style("bold", headline(all));
  yield* tableLines([groupRow(all, undefined)], width);
  for (const by of grouping === undefined ? usualGroupings.slice(1) : [grouping]) {
    const groups = groupRuns(runs, by);
    if (grouping === undefined && groups.length < 2) continue;
    yield "";
    yield style("bold", `By ${by === "promptVersion" ? "version of the prompt" : by}`);
    yield* tableLines(
      groups.slice(0, mostGroups).map((group) => groupRow(group, by)),
      width,
    );
    if (groups.length > mostGroups)
      yield style("dim", `… ${countText(groups.length - mostGroups, "more group")}`);
  }
  const failures = groupRuns(
    runs.filter(({ reason }) => reason !== undefined),
    "reason",
  );
  if (failures.length > 0 && grouping === undefined) {
    yield "";
    yield style("bold", "Failures");
    yield* tableLines(failures.slice(0, mostGroups).map(failureRow(runs)), width);
  }
  yield "";
  yield style("bold", "Runs");
  yield* tableLines(runs.slice(0, mostRuns).map(runRow), width);
  if (runs.length > mostRuns)
    yield style("dim", `… ${countText(runs.length - mostRuns, "more run")} (--json shows all)`);
}

function headline({ runs, passRate, ...group }: RunGroup): string {
  const parts = (["answered", "partial", "failed", "waiting", "unfinished"] as const).flatMap(
    (outcome) => (group[outcome] === 0 ? [] : [`${groupedNumber(group[outcome])} ${outcome}`]),
  );
  const rate = passRate === undefined ? "" : ` (${percentText(passRate)} passed)`;
  return `${countText(runs, "run")}: ${parts.join(", ")}${rate}`;
}

/** Returns a row of a table: totals, and medians per run. */
function groupRow(group: RunGroup, by: RunGrouping | undefined): Row {
  const { key, runs, passRate, turns, repairs, cacheHitRate, cost, durationMs } = group;
  return {
    ...(by === undefined
      ? {}
      : { [headingOf(by)]: key === undefined ? "-" : oneLine(key, shownKey) }),
    ...{ runs, passed: passRate === undefined ? "-" : percentText(passRate) },
    "turns/run": turns.median,
    repairs: repairs.total,
    "tokens in": groupedNumber(group.inputTokens.total),
    cached: cacheHitRate === undefined ? "-" : percentText(cacheHitRate),
    out: groupedNumber(group.outputTokens.total),
    ...(cost === undefined ? {} : { cost: costText(cost.total) }),
    calls: `${groupedNumber(group.toolCalls.total)}${group.failedCalls === 0 ? "" : ` (${groupedNumber(group.failedCalls)} failed)`}`,
    "time/run": timeText(durationMs.median),
  };
}

function headingOf(by: RunGrouping): string {
  return by === "promptVersion" ? "prompt" : by;
}

function failureRow(runs: readonly TracedRun[]): (group: RunGroup) => Row {
  return ({ key, runs: count }) => ({
    reason: oneLine(key ?? "", shownKey),
    runs: count,
    "first message": oneLine(runs.find(({ reason }) => reason === key)?.message ?? "", 200),
  });
}

function runRow(run: TracedRun): Row {
  const { traceId, agent, outcome, reason, turns, repairs, inputTokens, durationMs } = run;
  return {
    trace: oneLine(traceId, 40),
    agent: oneLine(agent ?? "-", shownKey),
    outcome: reason === undefined ? outcome : `${outcome}: ${oneLine(reason, shownKey)}`,
    ...{ turns, repairs },
    "tokens in": groupedNumber(inputTokens),
    time: durationMs === undefined ? "-" : timeText(durationMs),
  };
}
