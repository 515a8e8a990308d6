// Scorers that compare the answer with the right one, or check its shape.

import type { MissionStep } from "@ptc/subagent";
import { OptionError } from "@ptc/core/errors";
import { assertKnownOptions, issueTexts } from "@ptc/core/internal/errors";
import { isStandardSchema } from "@ptc/core/internal/contracts";
import type { StandardSchema } from "@ptc/core/contracts";
import { differenceOf, type Comparison } from "./compare-values.ts";
import { failedScore, passed, unanswered, type Score, type Scorer } from "./scorer.ts";

/** Passes if the answer equals the expected one. Missing fields and null are equal. */
export function exact(): Scorer {
  return comparing("exact", { numbers: () => false, isUnordered: false });
}

/** The tolerance of numbers. */
export interface NumericOptions {
  /** The largest difference. Default 0. */
  readonly absolute?: number;
  /** The largest difference as a share of the expected number, such as 0.01. Default 0. */
  readonly relative?: number;
}

/**
 * Passes if the answer equals the expected one, except that each number may differ by the larger of
 * the two tolerances.
 * @throws OptionError for a negative tolerance
 */
export function numeric(options: NumericOptions): Scorer {
  return comparing("numeric", { numbers: within(options), isUnordered: false });
}

/**
 * Passes if the answer has the same elements in any order, also in nested lists. Numbers may differ
 * as in `numeric`.
 * @throws OptionError for a negative tolerance
 */
export function unordered(options: NumericOptions = {}): Scorer {
  return comparing("unordered", { numbers: within(options), isUnordered: true });
}

/**
 * Passes if the answer matches a Standard Schema (zod, valibot …).
 * @throws OptionError for another value
 */
export function schema(expected: StandardSchema): Scorer {
  if (!isStandardSchema(expected))
    throw new OptionError("schema", "expected a Standard Schema, such as one of zod");
  return {
    name: "schema",
    score: async (run) => {
      const missing = unanswered(run);
      if (missing !== undefined || !run.step.ok) return missing ?? passed;
      const result = await expected["~standard"].validate(run.step.return);
      if (result.issues === undefined) return passed;
      return failedScore("wrong_shape", issueTexts(result.issues).join("; "));
    },
  };
}

/** The verdict of a custom scorer: true, a share from 0 to 1, problems, or a whole score. */
export type CustomVerdict = boolean | number | readonly string[] | Score;

/**
 * Returns a scorer of your own. `judge` gets the step and the expected answer. Numbers below
 * `passAt` (default 1) don't pass.
 * @throws OptionError for anything but a function
 */
export function custom(
  name: string,
  judge: (step: MissionStep, expected: unknown) => CustomVerdict | Promise<CustomVerdict>,
  { passAt = 1 }: { readonly passAt?: number } = {},
): Scorer {
  if (typeof (judge as unknown) !== "function")
    throw new OptionError("judge", `the scorer ${name} needs a function of the step`);
  return {
    name,
    score: async ({ step, expected }) => scoreOf(name, await judge(step, expected), passAt),
  };
}

function scoreOf(name: string, verdict: CustomVerdict, passAt: number): Score {
  if (verdict === true) return passed;
  if (verdict === false) return failedScore(name, `${name}: not fulfilled`);
  if (typeof verdict === "number") {
    const score = Math.max(0, Math.min(1, Number.isNaN(verdict) ? 0 : verdict));
    return score >= passAt
      ? { score, pass: true }
      : { ...failedScore(name, `${name}: ${String(score)}, less than ${String(passAt)}`), score };
  }
  if (!("pass" in verdict))
    return verdict.length === 0 ? passed : failedScore("wrong_answer", verdict.join("; "));
  return verdict;
}

function comparing(name: string, comparison: Comparison): Scorer {
  return {
    name,
    score: (run) => {
      const missing = unanswered(run);
      if (missing !== undefined || !run.step.ok) return missing ?? passed;
      const difference = differenceOf(run.step.return, run.expected, comparison);
      return difference === undefined ? passed : failedScore("wrong_answer", difference);
    },
  };
}

/** @throws OptionError */
function within(options: NumericOptions): Comparison["numbers"] {
  assertKnownOptions(options, ["absolute", "relative"] satisfies (keyof NumericOptions)[]);
  const { absolute = 0, relative = 0 } = options;
  for (const [name, value] of Object.entries({ absolute, relative }))
    if (!(value >= 0 && value < Infinity))
      throw new OptionError(name, `expected a number from 0, got ${String(value)}`);
  return (given, wanted) =>
    Math.abs(given - wanted) <= Math.max(absolute, relative * Math.abs(wanted));
}
