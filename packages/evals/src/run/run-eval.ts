// Runs an eval: each case with each variant, as often as requested.
//
//   suite × variants × repeats ─▶ skip what the store has ─▶ workers ─▶ store ─▶ tally ─▶ report

import type { LanguageModel } from "@ptc/llm";
import { toLanguageModel } from "@ptc/llm";
import type { EvalResult } from "../results/eval-result.ts";
import type { EvalReport } from "../report/eval-report.ts";
import { EvalTally } from "../report/eval-tally.ts";
import { caseVersionOf } from "./case-version.ts";
import { checkedEvalOptions, type CheckedEvalOptions, type EvalOptions } from "./eval-options.ts";
import { EvalRecord } from "./eval-record.ts";
import { EvalSpending } from "./eval-spending.ts";
import { RateGate } from "./rate-gate.ts";
import { runCase, type PlannedRun, type RunContext, type Unfinished } from "./run-case.ts";

/** The end of an eval. */
export interface FinishedEval {
  readonly id: string;
  readonly report: EvalReport;
  /** The runs without a result. 0 for a complete eval. */
  readonly missing: number;
  /** Why runs are missing. */
  readonly stopped?: Unfinished;
}

/**
 * Runs all cases with all variants and returns the report. Runs with a result in the store aren't
 * repeated, except those that failed because of the service. Results are in the store when this
 * resolves, whatever ended it.
 * @throws OptionError for a bad option or case; StoreError
 */
export async function runEval(options: EvalOptions): Promise<FinishedEval> {
  const checked = checkedEvalOptions(options);
  const { suite, variants, repeats, store, id, price, maxCost, signal, seed } = checked;
  const versions = caseVersions(checked);
  const names = variants.map(({ name }) => name);
  const record = await EvalRecord.open(store, id, {
    suite: suite.name,
    ...{ variants: names, repeats },
  });
  const tally = new EvalTally({
    suite: suite.name,
    variants: names,
    ...(seed === undefined ? {} : { seed }),
  });
  const done = new Set<string>();
  let spent = 0;
  for await (const result of record.results()) {
    spent += (result.cost ?? 0) + (result.judgeCost ?? 0);
    if (result.outcome === "errored" || result.repeat > repeats) continue;
    if (versions.get(result.case) !== result.caseVersion || !names.includes(result.variant))
      continue;
    done.add(keyOf(result.case, result.variant, result.repeat));
    tally.add(result);
  }
  const total = versions.size * variants.length * repeats;
  const stop = new AbortController();
  const context: RunContext = {
    ...{ clock: checked.clock, random: checked.random, price, trace: checked.trace },
    record: checked.record,
    signal: signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal]),
    spending: new EvalSpending(price, maxCost, spent),
    gated: gatesOf(checked),
  };
  for (const { llm } of variants)
    if (llm !== undefined && typeof llm !== "string")
      context.spending.assertPriced(toLanguageModel(llm));
  const plan = plannedRuns(checked, versions, done);
  const ends = new Set<Unfinished>();
  const work = async (): Promise<void> => {
    for (const planned of plan) {
      if (context.signal.aborted) ends.add("cancelled");
      else if (context.spending.isOver) ends.add("over-budget");
      if (context.signal.aborted || context.spending.isOver) return;
      const result = await runCase(planned, context);
      if (typeof result === "string") {
        ends.add(result);
        continue;
      }
      await record.add(result);
      tally.add(result);
      checked.onProgress?.(progressOf(tally, total, result));
    }
  };
  // A worker that fails stops the others.
  const workers = Array.from({ length: checked.concurrency }, () =>
    work().catch((error: unknown) => {
      stop.abort();
      throw error;
    }),
  );
  const failed = (await Promise.allSettled(workers)).find(({ status }) => status === "rejected");
  if (failed?.status === "rejected") throw failed.reason;
  const [stopped] = ["over-budget", "cancelled", "unanswered"].filter((end) =>
    ends.has(end as Unfinished),
  ) as Unfinished[];
  return {
    id,
    report: tally.report(),
    missing: total - tally.runs,
    ...(stopped === undefined ? {} : { stopped }),
  };
}

/** Returns the versions of the cases by name. @throws OptionError for a bad case */
function caseVersions({ suite, filter }: CheckedEvalOptions): ReadonlyMap<string, string> {
  const versions = new Map<string, string>();
  for (const one of suite.cases())
    if (filter?.(one) ?? true) versions.set(one.name, caseVersionOf(one));
  return versions;
}

/** Yields the runs without a result: all variants of a case one after the other. */
function* plannedRuns(
  { suite, variants, repeats }: CheckedEvalOptions,
  versions: ReadonlyMap<string, string>,
  done: ReadonlySet<string>,
): Generator<PlannedRun> {
  for (let repeat = 1; repeat <= repeats; repeat++)
    for (const one of suite.cases()) {
      const caseVersion = versions.get(one.name);
      if (caseVersion === undefined) continue;
      for (const variant of variants)
        if (!done.has(keyOf(one.name, variant.name, repeat)))
          yield { one, caseVersion, variant, repeat };
    }
}

function keyOf(name: string, variant: string, repeat: number): string {
  return `${name}\u0000${variant}\u0000${String(repeat)}`;
}

/** One gate for each model, which all runs share. */
function gatesOf({ clock, random, requestsPerMinute }: CheckedEvalOptions): RunContext["gated"] {
  const gates = new Map<string, RateGate>();
  return (model: LanguageModel, waited) => {
    const key = `${model.provider}:${model.modelId}`;
    const known = gates.get(key);
    const gate =
      known ??
      new RateGate({
        clock,
        random,
        ...(requestsPerMinute === undefined ? {} : { requestsPerMinute }),
      });
    if (known === undefined) gates.set(key, gate);
    return gate.wrap(model, { waited });
  };
}

function progressOf(tally: EvalTally, total: number, last: EvalResult) {
  return { ...tally.counts, done: tally.runs, total, last };
}
