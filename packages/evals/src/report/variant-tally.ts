// Adds the results of one variant. Keeps a few numbers for each run, and no texts but examples.

import { wilsonInterval } from "../statistics/wilson.ts";
import { quantile } from "../statistics/quantile.ts";
import type { EvalResult } from "../results/eval-result.ts";
import type { FailureGroup, RunNumbers, RunReference, VariantReport } from "./eval-report.ts";

const mostExamples = 5;
const mostGroups = 100;
const mostDivergences = 20;
const mostVersions = 20;
const mostTags = 200;

/** Numbers of all runs, for sums and quantiles. */
class NumberList {
  private readonly numbers: number[] = [];

  add(number: number): void {
    this.numbers.push(number);
  }

  get length(): number {
    return this.numbers.length;
  }

  get summary(): RunNumbers {
    const total = this.numbers.reduce((sum, number) => sum + number, 0);
    return {
      total,
      mean: this.numbers.length === 0 ? 0 : total / this.numbers.length,
      p50: quantile(this.numbers, 0.5),
      p95: quantile(this.numbers, 0.95),
    };
  }
}

/** Returns the run of a result, for examples. */
export function referenceTo(result: EvalResult): RunReference {
  const { variant, repeat, problem, traceId } = result;
  return {
    case: result.case,
    variant,
    repeat,
    ...(problem === undefined ? {} : { problem }),
    ...(traceId === undefined ? {} : { traceId }),
  };
}

/** The sums of one variant. */
export class VariantTally {
  private readonly name: string;
  private readonly outcomes = { passed: 0, failed: 0, errored: 0 };
  private score = 0;
  private readonly turns = new NumberList();
  private readonly repairs = new NumberList();
  private readonly requests = new NumberList();
  private readonly toolCalls = new NumberList();
  private readonly input = new NumberList();
  private readonly output = new NumberList();
  private readonly latency = new NumberList();
  private readonly costs = new NumberList();
  private readonly sums = { failedCalls: 0, toolBytes: 0, cached: 0, waitedMs: 0 };
  private judgeCost: number | undefined;
  private hasEstimates = false;
  private readonly diverged = { count: 0, examples: [] as RunReference[] };
  private readonly groups = new Map<string, { count: number; examples: RunReference[] }>();
  private readonly tags = new Map<string, { runs: number; passed: number }>();
  private readonly promptVersions = new Set<string>();

  constructor(name: string) {
    this.name = name;
  }

  get counts(): { readonly passed: number; readonly failed: number; readonly errored: number } {
    return this.outcomes;
  }

  get runs(): number {
    const { passed, failed, errored } = this.outcomes;
    return passed + failed + errored;
  }

  /** The cost of all runs, or undefined if that of one is unknown. */
  get cost(): number | undefined {
    const { errored } = this.outcomes;
    return this.costs.length + errored < this.runs ? undefined : this.costs.summary.total;
  }

  add(result: EvalResult): void {
    const { outcome, tokens, cost, judgeCost, promptVersion } = result;
    this.outcomes[outcome] += 1;
    this.score += result.score;
    this.turns.add(result.turns);
    this.repairs.add(result.repairs);
    this.requests.add(result.requests);
    this.toolCalls.add(result.toolCalls);
    this.latency.add(result.durationMs);
    this.sums.failedCalls += result.failedCalls;
    this.sums.toolBytes += result.toolBytes;
    this.sums.waitedMs += result.waitedMs ?? 0;
    if (tokens !== undefined) {
      this.input.add(tokens.input);
      this.output.add(tokens.output);
      this.sums.cached += tokens.cached;
      if (tokens.estimated === true) this.hasEstimates = true;
    }
    if (cost !== undefined) this.costs.add(cost);
    if (judgeCost !== undefined) this.judgeCost = (this.judgeCost ?? 0) + judgeCost;
    if (promptVersion !== undefined && this.promptVersions.size < mostVersions)
      this.promptVersions.add(promptVersion);
    if (result.divergence !== undefined) this.addDivergence(result, result.divergence);
    for (const tag of result.tags ?? []) this.addTag(tag, outcome === "passed");
    if (outcome !== "passed") this.addFailure(result);
  }

  private addTag(tag: string, isPassed: boolean): void {
    const known = this.tags.get(tag) ?? { runs: 0, passed: 0 };
    if (!this.tags.has(tag) && this.tags.size >= mostTags) return;
    known.runs += 1;
    if (isPassed) known.passed += 1;
    this.tags.set(tag, known);
  }

  private addDivergence(result: EvalResult, problem: string): void {
    this.diverged.count += 1;
    if (this.diverged.examples.length < mostDivergences)
      this.diverged.examples.push({ ...referenceTo(result), problem });
  }

  private addFailure(result: EvalResult): void {
    const reason = result.reason ?? "wrong_answer";
    const isKept = this.groups.has(reason) || this.groups.size < mostGroups;
    const key = isKept ? reason : "other reasons";
    const group = this.groups.get(key) ?? { count: 0, examples: [] };
    group.count += 1;
    if (group.examples.length < mostExamples) group.examples.push(referenceTo(result));
    this.groups.set(key, group);
  }

  report(): VariantReport {
    const { runs, outcomes } = this;
    const { passed } = outcomes;
    const { cached, ...sums } = this.sums;
    const hasTokens = runs > 0 && this.input.length + outcomes.errored >= runs;
    const isPriced = runs > 0 && this.cost !== undefined;
    return {
      name: this.name,
      runs,
      ...outcomes,
      ...(runs === 0 ? {} : { passRate: passed / runs }),
      interval: wilsonInterval(passed, runs),
      score: runs === 0 ? 0 : this.score / runs,
      turns: this.turns.summary,
      repairs: this.repairs.summary,
      requests: this.requests.summary,
      toolCalls: this.toolCalls.summary,
      ...sums,
      ...(hasTokens
        ? {
            tokens: {
              input: this.input.summary,
              output: this.output.summary,
              cached,
              ...(this.hasEstimates ? { estimated: true as const } : {}),
            },
          }
        : {}),
      ...(isPriced ? { cost: this.costs.summary } : {}),
      ...(this.judgeCost === undefined ? {} : { judgeCost: this.judgeCost }),
      latency: this.latency.summary,
      failures: this.failures(),
      ...(this.diverged.count === 0 ? {} : { diverged: this.diverged }),
      tags: Array.from(this.tags, ([tag, counts]) => ({ tag, ...counts })),
      promptVersions: [...this.promptVersions],
    };
  }

  private failures(): readonly FailureGroup[] {
    return Array.from(this.groups, ([reason, group]) => ({ reason, ...group })).sort(
      (left, right) => right.count - left.count,
    );
  }
}
