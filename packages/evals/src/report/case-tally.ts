// Adds the results of each case with each variant, and compares variants case by case.

import { bootstrapMean } from "../statistics/bootstrap.ts";
import { mcnemarExact } from "../statistics/mcnemar.ts";
import type { EvalResult } from "../results/eval-result.ts";
import type { CaseReport, VariantComparison } from "./eval-report.ts";
import { referenceTo } from "./variant-tally.ts";

interface CaseCounts {
  runs: number;
  passed: number;
  errored: number;
  turns: number;
  durationMs: number;
  tokens: number;
  /** The runs with token counts. */
  counted: number;
  failure?: CaseReport["failure"];
}

/** The sums of each case. */
export class CaseTally {
  /** By case and then by variant, in the order of their first result. */
  private readonly cases = new Map<string, Map<string, CaseCounts>>();

  add(result: EvalResult): void {
    const variants = this.cases.get(result.case) ?? new Map<string, CaseCounts>();
    this.cases.set(result.case, variants);
    const known = variants.get(result.variant);
    const counts = known ?? {
      ...{ runs: 0, passed: 0, errored: 0, turns: 0, durationMs: 0, tokens: 0, counted: 0 },
    };
    if (known === undefined) variants.set(result.variant, counts);
    counts.runs += 1;
    counts.turns += result.turns;
    counts.durationMs += result.durationMs;
    if (result.tokens !== undefined) {
      counts.tokens += result.tokens.input + result.tokens.output;
      counts.counted += 1;
    }
    if (result.outcome === "passed") counts.passed += 1;
    else counts.failure ??= { ...referenceTo(result), reason: result.reason ?? "wrong_answer" };
    if (result.outcome === "errored") counts.errored += 1;
  }

  report(): readonly CaseReport[] {
    return Array.from(this.cases, ([name, variants]) =>
      Array.from(variants, ([variant, { runs, passed, errored, durationMs, failure }]) => ({
        case: name,
        variant,
        ...{ runs, passed, errored },
        durationMs: Math.round(durationMs / runs),
        ...(failure === undefined ? {} : { failure }),
      })),
    ).flat();
  }

  /** Compares the cases that both variants have judged. */
  compare(baseline: string, variant: string, seed: number): VariantComparison {
    const counts = { both: 0, neither: 0, onlyBaseline: 0, onlyVariant: 0 };
    const tokens: number[] = [];
    const turns: number[] = [];
    for (const variants of this.cases.values()) {
      const [left, right] = [variants.get(baseline), variants.get(variant)];
      if (left === undefined || right === undefined) continue;
      if (left.errored === left.runs || right.errored === right.runs) continue;
      const [leftPasses, rightPasses] = [passes(left), passes(right)];
      if (leftPasses && rightPasses) counts.both += 1;
      else if (leftPasses) counts.onlyBaseline += 1;
      else if (rightPasses) counts.onlyVariant += 1;
      else counts.neither += 1;
      if (left.counted > 0 && right.counted > 0)
        tokens.push(right.tokens / right.counted - left.tokens / left.counted);
      turns.push(right.turns / right.runs - left.turns / left.runs);
    }
    const [tokenMean, turnMean] = [bootstrapMean(tokens, { seed }), bootstrapMean(turns, { seed })];
    return {
      baseline,
      variant,
      cases: turns.length,
      ...counts,
      probability: mcnemarExact(counts.onlyBaseline, counts.onlyVariant),
      ...(tokenMean === undefined ? {} : { tokens: tokenMean }),
      ...(turnMean === undefined ? {} : { turns: turnMean }),
    };
  }
}

/** True if more than half of the judged runs passed. */
function passes({ passed, runs, errored }: CaseCounts): boolean {
  return 2 * passed > runs - errored;
}
