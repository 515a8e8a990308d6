// The options of `runEval`, and their checks.

import { systemClock, type Clock, type RandomSource, type TraceSink } from "@ptc/core/contracts";
import { OptionError } from "@ptc/core/errors";
import { assertKnownOptions, wholeNumber } from "@ptc/core/internal/errors";
import { createMemoryStore, type RunStore } from "@ptc/core/store";
import { requestCost } from "@ptc/llm/prices";
import type { AgentRunOptions } from "@ptc/subagent";
import { isName } from "../suite/define-suite.ts";
import type { EvalCase, EvalSuite } from "../suite/eval-case.ts";
import type { EvalVariant } from "../suite/variant.ts";
import type { EvalResult } from "../results/eval-result.ts";
import { mostRepeats } from "./eval-record.ts";
import type { RunName } from "./run-case.ts";
import type { EvalPrice } from "./eval-spending.ts";

/** The progress of an eval. */
export interface EvalProgress {
  /** Runs with a result, including those of earlier calls. */
  readonly done: number;
  readonly total: number;
  readonly passed: number;
  readonly failed: number;
  readonly errored: number;
  /** The cost so far. Undefined if the price of a model is unknown. */
  readonly cost: number | undefined;
  /** The result that has just been stored. */
  readonly last: EvalResult;
}

/** The options of `runEval`. */
export interface EvalOptions {
  readonly suite: EvalSuite;
  /** The first is the baseline of comparisons. */
  readonly variants: readonly EvalVariant[];
  /** The number of runs of each case with each variant. Default 1. */
  readonly repeats?: number;
  /** Only these cases. */
  readonly filter?: (one: EvalCase) => boolean;
  /** Where results are kept. Default: in memory. */
  readonly store?: RunStore;
  /**
   * The name of this eval in the store. A second call with it runs only what has no result yet.
   * Default: the name of the suite.
   */
  readonly id?: string;
  /** The most runs at once. Default 4. */
  readonly concurrency?: number;
  /** The most requests in a minute, for each model. Default: as many as the provider allows. */
  readonly requestsPerMinute?: number;
  /** The most money for all runs of this eval, in the unit of `price`. */
  readonly maxCost?: number;
  /** The cost of a request. Default: in US dollars, by the table of `@ptc/llm/prices`. */
  readonly price?: EvalPrice;
  /** Receives the trace of each run, for files. */
  readonly trace?: TraceSink;
  /** Returns what records a run, such as `runRecorder` of `@ptc/evals/recordings`. */
  readonly record?: (run: RunName) => AgentRunOptions["record"];
  /** Ends the eval. Runs under way have no result. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: EvalProgress) => void;
  /** The seed of the intervals in the report. Default 1. */
  readonly seed?: number;
  readonly clock?: Clock;
  readonly random?: RandomSource;
}

/** The options after their check, with defaults. */
export interface CheckedEvalOptions extends EvalOptions {
  readonly repeats: number;
  readonly store: RunStore;
  readonly id: string;
  readonly concurrency: number;
  readonly price: EvalPrice;
  readonly clock: Clock;
  readonly random: RandomSource;
}

const optionNames = [
  ...(["suite", "variants", "repeats", "filter", "store", "id", "concurrency"] as const),
  ...(["requestsPerMinute", "maxCost", "price", "trace", "signal", "onProgress"] as const),
  ...(["record", "seed", "clock", "random"] as const),
] as const satisfies readonly (keyof EvalOptions)[];

const mostVariants = 50;

/** @throws OptionError naming the option */
export function checkedEvalOptions(options: EvalOptions): CheckedEvalOptions {
  assertKnownOptions(options, optionNames);
  const { suite, variants, repeats = 1, concurrency = 4, requestsPerMinute, maxCost } = options;
  if (typeof (suite as Partial<EvalSuite> | undefined)?.cases !== "function")
    throw new OptionError("suite", "expected a suite from `defineSuite`");
  checkVariants(variants);
  if (requestsPerMinute !== undefined && !(requestsPerMinute > 0))
    throw new OptionError(
      "requestsPerMinute",
      `expected a number above 0, got ${String(requestsPerMinute)}`,
    );
  if (maxCost !== undefined && !(maxCost >= 0))
    throw new OptionError("maxCost", `expected a number from 0, got ${String(maxCost)}`);
  const { id = suite.name, store = createMemoryStore(), price = requestCost } = options;
  if (!/^[\w.-]{1,100}$/.test(id))
    throw new OptionError("id", 'expected 1 to 100 letters, digits, "-", "_" and "."');
  return {
    ...options,
    repeats: wholeNumber("repeats", repeats, 1, mostRepeats),
    concurrency: wholeNumber("concurrency", concurrency, 1, 1_000),
    ...{ id, store, price },
    clock: options.clock ?? systemClock,
    random: options.random ?? Math.random,
  };
}

function checkVariants(variants: readonly EvalVariant[]): void {
  if (!Array.isArray(variants) || variants.length === 0 || variants.length > mostVariants)
    throw new OptionError("variants", `expected a list of 1 to ${String(mostVariants)} variants`);
  const names = new Set<string>();
  for (const { name } of variants) {
    if (!isName(name) || name.length > 100)
      throw new OptionError(
        "variants",
        "each variant needs a name of 1 to 100 characters without control characters",
      );
    if (names.has(name))
      throw new OptionError("variants", `two variants are named ${JSON.stringify(name)}`);
    names.add(name);
  }
}
