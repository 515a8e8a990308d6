// Adds results as they come, and makes the report. Its memory grows by a few numbers for each run.

import type { EvalResult } from "../results/eval-result.ts";
import { CaseTally } from "./case-tally.ts";
import type { EvalReport } from "./eval-report.ts";
import { TextHints } from "./text-hints.ts";
import { VariantTally } from "./variant-tally.ts";

/** The subject of a report. */
export interface TallyOptions {
  readonly suite: string;
  /** The first is the baseline of comparisons. Others are added as their results come. */
  readonly variants?: readonly string[];
  /** The seed of the bootstrap. Default 1. */
  readonly seed?: number;
}

/** Adds results to a report. */
export class EvalTally {
  private readonly suite: string;
  private readonly seed: number;
  private readonly variants: Map<string, VariantTally>;
  private readonly cases = new CaseTally();
  private readonly hints = new TextHints();

  constructor({ suite, variants = [], seed = 1 }: TallyOptions) {
    this.suite = suite;
    this.seed = seed;
    this.variants = new Map(variants.map((name) => [name, new VariantTally(name)]));
  }

  /** The number of results. */
  get runs(): number {
    return this.sum(({ runs }) => runs);
  }

  /** The outcomes so far, and the cost unless that of a run is unknown. */
  get counts() {
    const costs = [...this.variants.values()].map(({ cost }) => cost);
    return {
      passed: this.sum(({ counts }) => counts.passed),
      failed: this.sum(({ counts }) => counts.failed),
      errored: this.sum(({ counts }) => counts.errored),
      cost: costs.reduce<number | undefined>(
        (total, cost) => (total === undefined || cost === undefined ? undefined : total + cost),
        0,
      ),
    };
  }

  add(result: EvalResult): void {
    const known = this.variants.get(result.variant);
    const variant = known ?? new VariantTally(result.variant);
    if (known === undefined) this.variants.set(result.variant, variant);
    variant.add(result);
    this.cases.add(result);
    this.hints.add(result);
  }

  report(): EvalReport {
    const [baseline, ...others] = this.variants.keys();
    return {
      suite: this.suite,
      runs: this.runs,
      variants: [...this.variants.values()].map((variant) => variant.report()),
      comparisons:
        baseline === undefined
          ? []
          : others.map((variant) => this.cases.compare(baseline, variant, this.seed)),
      hints: this.hints.report(),
      cases: this.cases.report(),
    };
  }

  private sum(read: (variant: VariantTally) => number): number {
    let total = 0;
    for (const variant of this.variants.values()) total += read(variant);
    return total;
  }
}
