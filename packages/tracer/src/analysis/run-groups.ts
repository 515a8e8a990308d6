// Statistics over many runs, in groups.

import { OptionError } from "@ptc/core/errors";
import type { TracedRun } from "./run-summary.ts";

const groupings = {
  /** All runs in one group. */
  all: () => undefined,
  agent: ({ agent }) => agent,
  promptVersion: ({ promptVersion }) => promptVersion,
  model: ({ models }) =>
    models
      .flatMap(({ model }) => (model === undefined ? [] : [model]))
      .sort()
      .join(" + ") || undefined,
  outcome: ({ outcome }) => outcome,
  reason: ({ reason }) => reason,
} as const satisfies Readonly<Record<string, (run: TracedRun) => string | undefined>>;

/** A field to group runs by. */
export type RunGrouping = keyof typeof groupings;

/** The names of all groupings. */
export const runGroupings: readonly RunGrouping[] = /* @__PURE__ */ Object.keys(
  groupings,
) as RunGrouping[];

/** A number per run, over the runs of a group. All are 0 without runs. */
export interface Spread {
  readonly total: number;
  readonly median: number;
  readonly maximum: number;
}

/** The statistics of a group of runs. */
export interface RunGroup {
  /** The shared value. Absent for runs without one, and for all runs in one group. */
  readonly key?: string;
  readonly runs: number;
  readonly answered: number;
  readonly partial: number;
  readonly failed: number;
  readonly waiting: number;
  readonly unfinished: number;
  /** The share of answered runs among those that ended, from 0 to 1. Absent if none ended. */
  readonly passRate?: number;
  readonly turns: Spread;
  readonly repairs: Spread;
  readonly requests: Spread;
  readonly failedRequests: number;
  readonly inputTokens: Spread;
  readonly outputTokens: Spread;
  readonly cachedInputTokens: number;
  /** The share of input tokens that the provider read from its cache. Absent without tokens. */
  readonly cacheHitRate?: number;
  readonly toolCalls: Spread;
  readonly failedCalls: number;
  readonly cachedCalls: number;
  readonly toolBytes: Spread;
  /** Absent unless a run has a cost. */
  readonly cost?: Spread;
  /** Milliseconds, over the runs that ended. */
  readonly durationMs: Spread;
}

/**
 * Returns statistics of runs in groups with the same agent, version of the prompt, models, outcome
 * or failure reason; the largest group first. A run of several models belongs to the group of all
 * of them, `large + small`.
 *
 * @throws OptionError for an unknown grouping
 */
export function groupRuns(
  runs: readonly TracedRun[],
  by: RunGrouping = "all",
): readonly RunGroup[] {
  if (!runGroupings.includes(by))
    throw new OptionError("by", `expected one of ${runGroupings.join(", ")}, got ${by as string}`);
  const keyOf: (run: TracedRun) => string | undefined = groupings[by];
  const groups = new Map<string | undefined, TracedRun[]>();
  for (const run of runs) {
    const key = keyOf(run);
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [run]);
    else known.push(run);
  }
  return Array.from(groups, ([key, members]) => groupOf(key, members)).sort(
    (left, right) => right.runs - left.runs,
  );
}

function groupOf(key: string | undefined, runs: readonly TracedRun[]): RunGroup {
  const spread = (read: (run: TracedRun) => number | undefined): Spread =>
    spreadOf(
      runs.flatMap((run) => {
        const amount = read(run);
        return amount === undefined ? [] : [amount];
      }),
    );
  const sum = (read: (run: TracedRun) => number): number =>
    runs.reduce((total, run) => total + read(run), 0);
  const count = (outcome: TracedRun["outcome"]): number =>
    sum((run) => (run.outcome === outcome ? 1 : 0));
  const [answered, partial, failed] = [count("answered"), count("partial"), count("failed")];
  const ended = answered + partial + failed;
  const inputTokens = spread((run) => run.inputTokens);
  const cachedInputTokens = sum((run) => run.cachedInputTokens);
  return {
    ...(key === undefined ? {} : { key }),
    runs: runs.length,
    ...{ answered, partial, failed, waiting: count("waiting"), unfinished: count("unfinished") },
    ...(ended === 0 ? {} : { passRate: answered / ended }),
    turns: spread((run) => run.turns),
    repairs: spread((run) => run.repairs),
    requests: spread((run) => run.requests),
    failedRequests: sum((run) => run.failedRequests),
    inputTokens,
    outputTokens: spread((run) => run.outputTokens),
    cachedInputTokens,
    ...(inputTokens.total === 0
      ? {}
      : { cacheHitRate: Math.min(1, cachedInputTokens / inputTokens.total) }),
    toolCalls: spread((run) => run.toolCalls),
    failedCalls: sum((run) => run.failedCalls),
    cachedCalls: sum((run) => run.cachedCalls),
    toolBytes: spread((run) => run.toolBytes),
    ...(runs.some(({ cost }) => cost !== undefined) ? { cost: spread((run) => run.cost) } : {}),
    durationMs: spread((run) => run.durationMs),
  };
}

/** Returns total, median and maximum. The median of an even count is the mean of two. */
export function spreadOf(amounts: readonly number[]): Spread {
  const sorted = amounts.toSorted((left, right) => left - right);
  const upper = sorted[sorted.length >> 1] ?? 0;
  const lower = sorted[(sorted.length - 1) >> 1] ?? 0;
  return {
    total: amounts.reduce((sum, amount) => sum + amount, 0),
    median: (lower + upper) / 2,
    maximum: sorted.at(-1) ?? 0,
  };
}
