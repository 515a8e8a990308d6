// Judges the step of a run with the scorers and checks of its case.

import { shortened } from "@ptc/core/internal/printing";
import type { MissionStep } from "@ptc/subagent";
import { exact } from "../score/answer-scorers.ts";
import type { Scorer } from "../score/scorer.ts";
import type { EvalOutcome, EvalResult, NamedScore } from "../results/eval-result.ts";
import type { CaseWorld, EvalCase } from "../suite/eval-case.ts";
import type { EvalPrice } from "./eval-spending.ts";
import { nothingMeasured } from "./measured-step.ts";

/** The signal and prices for judging. */
export interface JudgingContext {
  readonly signal: AbortSignal;
  /** The prices of models as judges. */
  readonly price: EvalPrice;
}

/** The step to judge, and its case. */
export interface JudgedRun {
  readonly one: EvalCase;
  readonly world: CaseWorld;
  readonly step: MissionStep;
  readonly context: JudgingContext;
}

type Verdict = Pick<
  EvalResult,
  "outcome" | "score" | "scores" | "reason" | "problem" | "judgeCost"
>;

const longestProblem = 1_000;

/** Returns the verdict about a step. Rejects with what a scorer or check throws. */
export async function judgedStep(run: JudgedRun): Promise<Verdict> {
  const { step, context } = run;
  if (isModelFailure(step)) return verdictOf("errored", [], step.fail.reason, step.fail.message);
  const scores = await scoresOf(run);
  const cost = judgeCost(scores, context.price);
  const failed = scores.find(({ pass }) => !pass);
  const outcome = failed === undefined ? "passed" : "failed";
  return {
    ...(cost === undefined ? {} : { judgeCost: cost }),
    ...verdictOf(outcome, scores, failed?.reason, failed?.problem),
  };
}

/** Returns the result of a run whose case failed itself: its data, tools, scorers or check. */
export function caseFailure(error: unknown): Verdict & typeof nothingMeasured {
  const message = error instanceof Error ? error.message : String(error);
  return { ...nothingMeasured, ...verdictOf("errored", [], "case_error", message) };
}

/** Failures of the service, not of its answers: they say nothing about the variant. */
const serviceKinds: ReadonlySet<string> = new Set([
  ...["rate_limited", "overloaded", "timeout", "auth", "invalid_request"],
  ...["network", "server_error", "cancelled", "unknown"],
]);
const serviceReasons: ReadonlySet<string> = new Set([
  ...["llm_required", "llm_not_found", "llm_registry_required", "invalid_llm"],
  ...["sandbox_failed", "store_failed", "checkpoint_failed"],
]);

function isModelFailure(step: MissionStep): step is Extract<MissionStep, { readonly ok: false }> {
  if (step.ok) return false;
  const { reason, details } = step.fail;
  if (reason === "llm_error") return serviceKinds.has(details?.kind ?? "unknown");
  return serviceReasons.has(reason);
}

async function scoresOf({ one, world, step, context }: JudgedRun): Promise<readonly NamedScore[]> {
  const { signal } = context;
  const expected = world.expected ?? one.expected;
  const scores: NamedScore[] = [];
  for (const scorer of scorersOf(one, expected)) {
    const score = await scorer.score({ step, expected, signal });
    scores.push({ name: scorer.name, ...bounded(score) });
  }
  for (const check of [world.check, one.check]) {
    if (check === undefined) continue;
    const problems = await check(step);
    const reason = step.ok ? "wrong_answer" : step.fail.reason;
    scores.push(
      problems.length === 0
        ? { name: "check", score: 1, pass: true }
        : { name: "check", score: 0, pass: false, reason, ...problemOf(problems.join("; ")) },
    );
  }
  return scores;
}

function scorersOf(one: EvalCase, expected: unknown): readonly Scorer[] {
  const { score } = one;
  if (score !== undefined) return "score" in score ? [score] : score;
  return expected === undefined ? [] : [exact()];
}

function bounded<Scored extends Omit<NamedScore, "name">>(score: Scored): Scored {
  const { problem, reason } = score;
  return {
    ...score,
    ...(problem === undefined ? {} : problemOf(problem)),
    ...(reason === undefined ? {} : { reason: shortened(reason, 100) }),
  };
}

function problemOf(problem: string): { readonly problem: string } {
  return { problem: shortened(problem, longestProblem) };
}

function verdictOf(
  outcome: EvalOutcome,
  scores: readonly NamedScore[],
  reason: string | undefined,
  problem: string | undefined,
): Pick<EvalResult, "outcome" | "score" | "scores" | "reason" | "problem"> {
  const sum = scores.reduce((total, { score }) => total + score, 0);
  return {
    outcome,
    score: scores.length === 0 ? (outcome === "passed" ? 1 : 0) : sum / scores.length,
    scores,
    ...(outcome === "passed" ? {} : { reason: shortened(reason ?? "wrong_answer", 100) }),
    ...(problem === undefined ? {} : problemOf(problem)),
  };
}

/** Returns the cost of the judge, or undefined if there was none or its price is unknown. */
function judgeCost(scores: readonly NamedScore[], price: EvalPrice): number | undefined {
  let sum: number | undefined;
  for (const { judgments = [] } of scores)
    for (const { provider, modelId, inputTokens = 0, outputTokens = 0 } of judgments) {
      const cost = price({ inputTokens, outputTokens }, { provider, modelId });
      if (cost !== undefined) sum = (sum ?? 0) + cost;
    }
  return sum;
}
