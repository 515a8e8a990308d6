// Summarizes runs: how each ended, and what it used with all missions below it.

import { shortened } from "@ptc/core/internal/printing";
import type { TraceSpan } from "../trace-tree.ts";
import { fingerprint } from "./fingerprint.ts";
import {
  countOf,
  failOf,
  isFailed,
  nameOf,
  nameOfSpan,
  resultBytes,
  timeOf,
} from "./span-parts.ts";
import { walkSpans } from "./walk-spans.ts";

/**
 * How a run ended. `partial` has an answer although a budget or limit ended it, `waiting` needs
 * decisions, and `unfinished` has no end in the trace.
 */
export type RunOutcome = "answered" | "partial" | "failed" | "waiting" | "unfinished";

/** The requests of a run to one model. */
export interface ModelUse {
  /** The provider's name for the model. Absent in traces of earlier versions. */
  readonly model?: string;
  readonly provider?: string;
  readonly requests: number;
  readonly failedRequests: number;
  readonly inputTokens: number;
  readonly cachedInputTokens: number;
  readonly outputTokens: number;
  /** In the unit of the run's option `price`. Absent without it. */
  readonly cost?: number;
}

/** One run: an outermost mission, and the sums over it and all missions below it. */
export interface TracedRun extends Omit<ModelUse, "model" | "provider"> {
  readonly traceId: string;
  readonly agent?: string;
  /** The first line of the prompt, at most 200 characters. */
  readonly prompt?: string;
  readonly outcome: RunOutcome;
  /** The reason of a failure, or of a partial answer, such as `max_turns`. */
  readonly reason?: string;
  /** The message of that failure, at most 1,000 characters. */
  readonly message?: string;
  /** Milliseconds since the epoch. */
  readonly startedAt?: number;
  /** Milliseconds. Absent unless the run ended. */
  readonly durationMs?: number;
  /** The number of missions below the outermost one. */
  readonly childMissions: number;
  /** The turns of all missions, including the one turn of each question of `llmTool`. */
  readonly turns: number;
  /** Turns that failed and were followed by another one, in which the model could repair them. */
  readonly repairs: number;
  readonly toolCalls: number;
  readonly failedCalls: number;
  readonly cachedCalls: number;
  /** The bytes that tools returned to programs, as JSON. */
  readonly toolBytes: number;
  /** The models of its requests, in the order of their first request. */
  readonly models: readonly ModelUse[];
  /**
   * A fingerprint of the first system message of the outermost mission, 12 hex digits. It changes
   * with the agent's prompt, tools, signature and version of the prompt texts.
   */
  readonly promptVersion?: string;
  /** The outermost spans of the run. */
  readonly roots: readonly TraceSpan[];
}

const longestPrompt = 200;
const longestMessage = 1_000;

/**
 * Summarizes each run in the tree of `buildTraceTree`, in the order of their starts in the tree. A
 * child mission whose parent is missing is a run of its own. Spans of a trace that lost its
 * beginning count as an unfinished run.
 */
export function summarizeRuns(roots: readonly TraceSpan[]): readonly TracedRun[] {
  const byTrace = new Map<string, TraceSpan[]>();
  for (const root of roots) {
    const known = byTrace.get(root.traceId);
    if (known === undefined) byTrace.set(root.traceId, [root]);
    else known.push(root);
  }
  return Array.from(byTrace, ([traceId, spans]) => summaryOf(traceId, spans));
}

interface MutableUse {
  model?: string;
  provider?: string;
  requests: number;
  failedRequests: number;
  inputTokens: number;
  cachedInputTokens: number;
  outputTokens: number;
  cost?: number;
}

function summaryOf(traceId: string, roots: readonly TraceSpan[]): TracedRun {
  const mission = roots.find(({ name }) => name === "mission");
  const counts = {
    ...{ childMissions: 0, turns: 0, repairs: 0 },
    ...{ toolCalls: 0, failedCalls: 0, cachedCalls: 0, toolBytes: 0 },
  };
  const total = noUse();
  const models = new Map<string, MutableUse>();
  /** The missions whose latest turn failed. */
  const failedBefore = new Set<TraceSpan | undefined>();
  let isPaused = false;
  let promptVersion: string | undefined;
  for (const { span, mission: nearest } of walkSpans(roots)) {
    const { name, start, end } = span;
    if (name === "mission" && span !== mission) counts.childMissions += 1;
    else if (name === "turn") {
      counts.turns += 1;
      if (failedBefore.has(nearest)) counts.repairs += 1;
      if (isFailed(span)) failedBefore.add(nearest);
      else failedBefore.delete(nearest);
    } else if (name === "tool-call") {
      counts.toolCalls += 1;
      if (isFailed(span)) counts.failedCalls += 1;
      if (end?.type === "tool-call-end" && end.data.cached === true) counts.cachedCalls += 1;
      counts.toolBytes += resultBytes(span);
    } else if (name === "model-request") {
      const use = useOf(models, span);
      addRequest(total, span);
      addRequest(use, span);
      if (nearest === mission) promptVersion ??= versionOf(span);
    } else if (name === "run-paused" || name === "run-resumed")
      isPaused = start?.type === "run-paused";
  }
  return {
    traceId,
    ...textsOf(mission),
    ...outcomeOf(mission, isPaused),
    ...timesOf(mission ?? roots[0]),
    ...counts,
    ...total,
    models: [...models.values()],
    ...(promptVersion === undefined ? {} : { promptVersion }),
    roots,
  };
}

function noUse(): MutableUse {
  return {
    ...{ requests: 0, failedRequests: 0 },
    ...{ inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 },
  };
}

function useOf(models: Map<string, MutableUse>, { start }: TraceSpan): MutableUse {
  const { model, provider } = start?.type === "model-request-start" ? start.data : {};
  const key = JSON.stringify([nameOf(provider), nameOf(model)]);
  const known = models.get(key);
  if (known !== undefined) return known;
  const use: MutableUse = noUse();
  if (model !== undefined) use.model = shortened(model, longestPrompt);
  if (provider !== undefined) use.provider = shortened(provider, longestPrompt);
  models.set(key, use);
  return use;
}

function addRequest(use: MutableUse, { end }: TraceSpan): void {
  use.requests += 1;
  if (end?.type !== "model-request-end") return;
  const { ok, usage, cost } = end.data;
  if (!ok) use.failedRequests += 1;
  use.inputTokens += countOf(usage?.inputTokens);
  use.cachedInputTokens += countOf(usage?.cachedInputTokens);
  use.outputTokens += countOf(usage?.outputTokens);
  if (cost !== undefined) use.cost = (use.cost ?? 0) + countOf(cost);
}

function versionOf({ start }: TraceSpan): string | undefined {
  if (start?.type !== "model-request-start" || start.data.purpose !== undefined) return undefined;
  const [first] = start.data.messages;
  return first?.role === "system" ? fingerprint(first.content) : undefined;
}

function textsOf(mission: TraceSpan | undefined): Pick<TracedRun, "agent" | "prompt"> {
  if (mission === undefined) return {};
  const agent = nameOfSpan(mission);
  const { start } = mission;
  const prompt =
    start?.type === "mission-start"
      ? shortened(/\S.*/.exec(start.data.prompt)?.[0] ?? "", longestPrompt)
      : undefined;
  return {
    ...(agent === undefined ? {} : { agent }),
    ...(prompt === undefined ? {} : { prompt }),
  };
}

function outcomeOf(
  mission: TraceSpan | undefined,
  isPaused: boolean,
): Pick<TracedRun, "outcome" | "reason" | "message"> {
  const end = mission?.end;
  if (mission === undefined || end?.type !== "mission-end")
    return { outcome: isPaused ? "waiting" : "unfinished" };
  const { ok, partial } = end.data;
  const fail = failOf(mission) ?? partial;
  const outcome = ok ? (partial === undefined ? "answered" : "partial") : "failed";
  return fail === undefined
    ? { outcome }
    : {
        outcome,
        reason: shortened(fail.reason, longestPrompt),
        message: shortened(fail.message, longestMessage),
      };
}

function timesOf(span: TraceSpan | undefined): Pick<TracedRun, "startedAt" | "durationMs"> {
  const startedAt = timeOf(span?.start ?? span?.end);
  const durationMs = span?.durationMs;
  return {
    ...(startedAt === undefined ? {} : { startedAt }),
    ...(durationMs === undefined ? {} : { durationMs: countOf(durationMs) }),
  };
}
