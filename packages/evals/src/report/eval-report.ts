// The report of an eval: plain data, which the writers show as text, HTML or JUnit.

import type { MeanDifference } from "../statistics/bootstrap.ts";
import type { Interval } from "../statistics/wilson.ts";
import type { TextCost } from "../results/eval-result.ts";

/** One run, to look at. */
export interface RunReference {
  readonly case: string;
  readonly variant: string;
  readonly repeat: number;
  readonly problem?: string;
  readonly traceId?: string;
}

/** Runs that failed for the same reason. */
export interface FailureGroup {
  readonly reason: string;
  readonly count: number;
  /** At most five. */
  readonly examples: readonly RunReference[];
}

/** The runs with one tag. */
export interface TagReport {
  readonly tag: string;
  readonly runs: number;
  readonly passed: number;
}

/** Statistics of a number over the runs of a variant. */
export interface RunNumbers {
  readonly total: number;
  readonly mean: number;
  readonly p50: number;
  readonly p95: number;
}

/** One variant. */
export interface VariantReport {
  readonly name: string;
  readonly runs: number;
  readonly passed: number;
  readonly failed: number;
  /** Runs that weren't judged, because the service failed. They count as not passed. */
  readonly errored: number;
  /** `passed / runs`. Absent without runs. */
  readonly passRate?: number;
  /** The Wilson interval of the pass rate. */
  readonly interval: Interval;
  /** The mean of the scores. */
  readonly score: number;
  readonly turns: RunNumbers;
  readonly repairs: RunNumbers;
  readonly requests: RunNumbers;
  readonly toolCalls: RunNumbers;
  readonly failedCalls: number;
  readonly toolBytes: number;
  /** Absent if a run has no token counts, because its model doesn't report them. */
  readonly tokens?: {
    readonly input: RunNumbers;
    readonly output: RunNumbers;
    /** The part of the input that came from the provider's cache. */
    readonly cached: number;
    /** True if some are estimated from texts. */
    readonly estimated?: true;
  };
  /** Absent if the price of a model is unknown. */
  readonly cost?: RunNumbers;
  /** The cost of models as judges. */
  readonly judgeCost?: number;
  /** Milliseconds, without waits for rate limits. */
  readonly latency: RunNumbers;
  readonly waitedMs: number;
  readonly failures: readonly FailureGroup[];
  /** Replayed runs that diverged from their recordings, at most 20 of them as examples. */
  readonly diverged?: { readonly count: number; readonly examples: readonly RunReference[] };
  readonly tags: readonly TagReport[];
  /** Fingerprints of the system prompts, at most 20. */
  readonly promptVersions: readonly string[];
}

/**
 * Two variants on the same cases. A case passes if more than half of its repeats pass, so repeats
 * don't count as independent pairs.
 */
export interface VariantComparison {
  readonly baseline: string;
  readonly variant: string;
  /** The cases that ran with both. */
  readonly cases: number;
  readonly both: number;
  readonly neither: number;
  readonly onlyBaseline: number;
  readonly onlyVariant: number;
  /** The probability of such a difference between equally good variants (McNemar, exact). */
  readonly probability: number;
  /** Tokens of the variant less those of the baseline, per case. Absent without token counts. */
  readonly tokens?: MeanDifference;
  readonly turns?: MeanDifference;
}

/** A text that cost turns, and its evidence. */
export interface TextHint extends TextCost {
  /** The share of all failed turns, from 0 to 1. */
  readonly share: number;
  /** The runs in which it cost turns. */
  readonly runs: number;
  readonly example: RunReference;
}

/** The runs of one case with one variant. */
export interface CaseReport {
  readonly case: string;
  readonly variant: string;
  readonly runs: number;
  readonly passed: number;
  readonly errored: number;
  /** The mean over the repeats. */
  readonly durationMs: number;
  /** The first run that didn't pass. */
  readonly failure?: RunReference & { readonly reason: string };
}

/** The results of an eval. */
export interface EvalReport {
  readonly suite: string;
  readonly runs: number;
  readonly variants: readonly VariantReport[];
  /** Each variant with the first one. */
  readonly comparisons: readonly VariantComparison[];
  /** The error message, the tool description and the part of the prompt that cost most turns. */
  readonly hints: readonly TextHint[];
  readonly cases: readonly CaseReport[];
}
