// Runs one case with one variant, judges its step, and returns the result to store.

import type { Clock, RandomSource, TraceSink } from "@ptc/core/contracts";
import { toLanguageModel, type LanguageModel } from "@ptc/llm";
import { run, type AgentRunOptions, type AnyAgent } from "@ptc/subagent";
import { combineSinks, createMemoryTracer } from "@ptc/tracer";
import type { EvalCase } from "../suite/eval-case.ts";
import type { EvalVariant } from "../suite/variant.ts";
import type { EvalResult } from "../results/eval-result.ts";
import { worldOf } from "./case-world.ts";
import type { EvalSpending } from "./eval-spending.ts";
import { caseFailure, judgedStep, type JudgingContext } from "./judge-step.ts";
import { measuredOf } from "./measured-step.ts";
import { UnansweredRequests } from "./unanswered-requests.ts";

/** One run of the plan. */
export interface PlannedRun {
  readonly one: EvalCase;
  readonly caseVersion: string;
  readonly variant: EvalVariant;
  readonly repeat: number;
}

/** Names a run of an eval. */
export interface RunName {
  readonly caseName: string;
  readonly variant: string;
  /** From 1. */
  readonly repeat: number;
}

/** The parts that all runs of an eval share. */
export interface RunContext extends JudgingContext {
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly spending: EvalSpending;
  /** Returns what records a run, or undefined. */
  readonly record: ((run: RunName) => AgentRunOptions["record"]) | undefined;
  readonly trace: TraceSink | undefined;
  /** Returns the model with requests that wait for their slots. */
  readonly gated: (model: LanguageModel, waited: (milliseconds: number) => void) => LanguageModel;
}

/**
 * A run that has no result: `cancelled`, `over-budget`, or `unanswered` because a recording or a
 * person has no answer to a request yet.
 */
export type Unfinished = "cancelled" | "over-budget" | "unanswered";

/** Runs and judges a case. Never rejects: failures of the case itself are results too. */
export async function runCase(
  planned: PlannedRun,
  context: RunContext,
): Promise<EvalResult | Unfinished> {
  const { one, variant } = planned;
  const names = namesOf(planned);
  const cost = context.spending.open();
  let spent = 0;
  let waitedMs = 0;
  try {
    const world = await worldOf(one);
    const unanswered = new UnansweredRequests(context.clock);
    const llm = modelOf(planned, world.agent);
    const memory = createMemoryTracer();
    const record = context.record?.({
      caseName: one.name,
      variant: variant.name,
      repeat: planned.repeat,
    });
    const step = await run(
      world.agent as AnyAgent & { readonly maxTurns: number },
      {
        ...optionsOf(variant, world.agent),
        ...variant.run,
        ...(world.context === undefined ? {} : { context: world.context }),
        ...(record === undefined ? {} : { record }),
        ...(world.deps === undefined ? {} : { deps: world.deps as never }),
        ...(llm === undefined
          ? {}
          : {
              llm:
                typeof llm === "string"
                  ? llm
                  : unanswered.wrap(context.gated(llm, (ms) => (waitedMs += ms))),
            }),
        collectMessages: true,
        trace: combineSinks(memory, context.trace),
        signal: AbortSignal.any([context.signal, unanswered.signal]),
        clock: context.clock,
        random: context.random,
        price: cost.price,
        budget: cost.budget,
      } as never,
    );
    spent = step.usage?.cost ?? 0;
    if (unanswered.isHeld) return "unanswered";
    if (cost.isStopped) return "over-budget";
    if (context.signal.aborted) return "cancelled";
    const measured = measuredOf(step, memory.tree(), {
      waitedMs,
      isEstimated: unanswered.hasEstimates,
      ...(cost.isKnown ? { cost: spent } : {}),
    });
    const judged = await judgedStep({ one, world, step, context });
    spent += judged.judgeCost ?? 0;
    return { ...names, ...measured, ...judged };
  } catch (error) {
    if (context.signal.aborted) return "cancelled";
    return { ...names, ...caseFailure(error) };
  } finally {
    cost.close(spent);
  }
}

function modelOf(
  { one, variant, repeat }: PlannedRun,
  agent: AnyAgent,
): LanguageModel | string | undefined {
  const llm = variant.llmOf?.({ caseName: one.name, repeat }) ?? variant.llm ?? agent.llm;
  return llm === undefined || typeof llm === "string" ? llm : toLanguageModel(llm);
}

function optionsOf({ options = {} }: EvalVariant, agent: AnyAgent): object {
  return typeof options === "function" ? options(agent) : options;
}

/** Returns the fields of a result that name its run. */
export function namesOf({
  one,
  caseVersion,
  variant,
  repeat,
}: Pick<PlannedRun, "one" | "caseVersion" | "repeat"> & {
  readonly variant: Pick<EvalVariant, "name">;
}): Pick<EvalResult, "case" | "variant" | "repeat" | "tags" | "caseVersion"> {
  return {
    case: one.name,
    variant: variant.name,
    repeat,
    ...(one.tags === undefined ? {} : { tags: one.tags }),
    caseVersion,
  };
}
