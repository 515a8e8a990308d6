// The result of one run, as stores keep it and reports read it: bounded plain JSON.

import type { Score } from "../score/scorer.ts";

/**
 * `passed` and `failed` runs were judged. `errored` ones weren't, because the model, a tool factory
 * or a scorer failed; a later call runs them again.
 */
export type EvalOutcome = "passed" | "failed" | "errored";

/** A scorer's verdict under its name. */
export interface NamedScore extends Score {
  readonly name: string;
}

/** The tokens of a run. */
export interface ResultTokens {
  readonly input: number;
  readonly output: number;
  /** The part of `input` that the provider read from its cache. */
  readonly cached: number;
  /** True if a model didn't report its tokens, and they are estimated from texts. */
  readonly estimated?: true;
}

/** A text that cost turns: an error message, the description of a tool, or a part of the prompt. */
export interface TextCost {
  readonly kind: "error" | "tool" | "prompt";
  /** The message without its numbers and quoted parts, the tool's name, or the part's. */
  readonly text: string;
  readonly turns: number;
}

/** The result of one run. */
export interface EvalResult {
  readonly case: string;
  readonly variant: string;
  /** From 1. */
  readonly repeat: number;
  readonly tags?: readonly string[];
  readonly outcome: EvalOutcome;
  /** The mean of the scores, from 0 to 1. */
  readonly score: number;
  /** Why it didn't pass: a fail reason, or that of a scorer. */
  readonly reason?: string;
  /** At most 1,000 characters. */
  readonly problem?: string;
  readonly scores: readonly NamedScore[];
  readonly turns: number;
  /** Turns that failed and were followed by another one. */
  readonly repairs: number;
  readonly requests: number;
  readonly toolCalls: number;
  readonly failedCalls: number;
  readonly toolBytes: number;
  /** Absent if no model reported them. */
  readonly tokens?: ResultTokens;
  /** In US dollars, or the unit of `price`. Absent if the price of a model is unknown. */
  readonly cost?: number;
  /** The cost of models as judges. Absent without one, or if its price is unknown. */
  readonly judgeCost?: number;
  /** The time of the run, without waits for rate limits. */
  readonly durationMs: number;
  /** The wait for rate limits, if any. */
  readonly waitedMs?: number;
  readonly traceId?: string;
  /** A fingerprint of the system prompt. */
  readonly promptVersion?: string;
  /** The texts that cost turns. Absent for a run without failed turns. */
  readonly textCosts?: readonly TextCost[];
  /** The answer as JSON, at most 1,000 characters. */
  readonly answer?: string;
  /** Where a replayed run first diverged from its recording, at most 1,000 characters. */
  readonly divergence?: string;
  /** A fingerprint of the case: a changed case runs again. */
  readonly caseVersion: string;
}
