// Scorers judge the step of one run. Their scores are data that a store keeps.

import type { MissionStep } from "@ptc/subagent";

/** The input of a scorer. */
export interface ScoredRun {
  /** The step, with its messages, turns and calls. */
  readonly step: MissionStep;
  /** The right answer. Undefined if the case has none. */
  readonly expected: unknown;
  /** Aborts with the eval. */
  readonly signal: AbortSignal;
}

/** The verdict of a scorer. */
export interface Score {
  /** From 0 to 1. */
  readonly score: number;
  readonly pass: boolean;
  /** Why it didn't pass, for people. */
  readonly problem?: string;
  /** Names the kind of problem, to group failures: `wrong_answer`, `write_before_approval`. */
  readonly reason?: string;
  /** The answers of a model as judge, in the order of its requests. */
  readonly judgments?: readonly Judgment[];
}

/** One answer of a model as judge. */
export interface Judgment {
  /** At most 2,000 characters. */
  readonly text: string;
  readonly order: "answer-first" | "reference-first" | "alone";
  /** The judge. */
  readonly provider: string;
  readonly modelId: string;
  readonly inputTokens?: number;
  readonly outputTokens?: number;
}

/** Judges the step of a run. */
export interface Scorer {
  readonly name: string;
  readonly score: (run: ScoredRun) => Score | Promise<Score>;
}

export const passed: Score = /* @__PURE__ */ Object.freeze({ score: 1, pass: true });

/** Returns a score of 0. */
export function failedScore(reason: string, problem: string): Score {
  return { score: 0, pass: false, reason, problem };
}

/** Returns the score of a step without an answer, or undefined if it has one. */
export function unanswered({ step }: ScoredRun): Score | undefined {
  return step.ok ? undefined : failedScore(step.fail.reason, step.fail.message);
}
