// The numbers of a run, from its step and its trace.

import type { MissionStep } from "@ptc/subagent";
import { summarizeRuns, type TraceSpan } from "@ptc/tracer";
import type { EvalResult } from "../results/eval-result.ts";
import { textCostsOf } from "../results/text-costs.ts";
import { textOf } from "../score/compare-values.ts";

const longestAnswer = 1_000;

/** The numbers of a run that didn't begin. */
export const nothingMeasured = {
  ...{ turns: 0, repairs: 0, requests: 0, toolCalls: 0, failedCalls: 0 },
  ...{ toolBytes: 0, durationMs: 0 },
};

/** Returns the numbers of a run. */
export function measuredOf(
  step: MissionStep,
  roots: readonly TraceSpan[],
  {
    waitedMs,
    isEstimated,
    cost,
  }: { readonly waitedMs: number; readonly isEstimated: boolean; readonly cost?: number },
): Pick<EvalResult, keyof typeof nothingMeasured> & Partial<EvalResult> {
  const [traced] = summarizeRuns(roots);
  const { usage, traceId } = step;
  const { inputTokens, outputTokens, cachedInputTokens = 0 } = usage ?? {};
  const textCosts = textCostsOf(traced?.roots ?? []);
  return {
    turns: usage?.turns ?? 0,
    repairs: traced?.repairs ?? 0,
    requests: usage?.llmRequests ?? 0,
    // The usage counts the calls of programs only.
    toolCalls: traced?.toolCalls ?? 0,
    failedCalls: traced?.failedCalls ?? 0,
    toolBytes: traced?.toolBytes ?? 0,
    // Requests of child missions wait side by side, so their waits can exceed the time of the run.
    durationMs: Math.round(Math.max(0, (usage?.durationMs ?? 0) - waitedMs)),
    ...(waitedMs < 1 ? {} : { waitedMs: Math.round(waitedMs) }),
    ...(inputTokens === undefined || outputTokens === undefined
      ? {}
      : {
          tokens: {
            input: inputTokens,
            output: outputTokens,
            cached: cachedInputTokens,
            ...(isEstimated ? { estimated: true as const } : {}),
          },
        }),
    ...(cost === undefined ? {} : { cost }),
    traceId,
    ...(traced?.promptVersion === undefined ? {} : { promptVersion: traced.promptVersion }),
    ...(textCosts.length === 0 ? {} : { textCosts }),
    ...(step.ok ? { answer: textOf(step.return, longestAnswer) } : {}),
  };
}
