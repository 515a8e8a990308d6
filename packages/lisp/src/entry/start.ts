// The functions of the package. The first call loads the evaluator, so importing the package costs
// little in a process that may never run a program. Later calls don't wait for it.

import type { Fail } from "@ptc/core/contracts";
import type { FunctionDecoder } from "@ptc/core/decoding";
import { Lazy } from "../loading/lazy.ts";
import type * as Engine from "./engine.ts";
import type * as LazySequences from "../loading/lazy-sequences.ts";
import type { Memory } from "../persistence/memory.ts";
import type { PrepareOptions, LispRunOptions } from "../options/run-options.ts";
import type { Prepared } from "../run/program.ts";
import type { LispStep } from "../step/step.ts";

const lazyEngine: Lazy<typeof Engine> = /* @__PURE__ */ new Lazy(() => import("./engine.ts"));

/**
 * Runs a program and returns its step. A wrong or failing program also results in a step.
 *
 * @example
 *   const step = await run("(reduce + (map :due data/orders))", {
 *     context: { orders },
 *     limits: { timeoutMs: 500 },
 *   });
 *   console.log(step.ok ? step.return : step.fail.message);
 *
 * @throws OptionError for a bad option, or a source that is not a string
 */
export function run<Return = unknown>(
  source: string,
  options: LispRunOptions<Return> = {},
): Promise<LispStep<Return>> {
  if (lazyEngine.loaded === undefined) options.activity?.during(lazyEngine.load());
  return Promise.resolve(lazyEngine.use((engine) => engine.run(source, options)));
}

/**
 * Reads and analyzes `source`, and loads the builtins it uses if no earlier program has loaded
 * them. The program is compiled when it first runs.
 * @throws OptionError for a bad option; a bad program is a result, not an exception.
 */
export async function prepare(source: string, options: PrepareOptions = {}): Promise<Prepared> {
  return lazyEngine.use((engine) => engine.prepareNow(source, options));
}

/** Returns the mistakes of `source` without running it, or an empty list. */
export async function check(
  source: string,
  options: PrepareOptions = {},
): Promise<readonly Fail[]> {
  const prepared = await prepare(source, options);
  return prepared.ok ? [] : prepared.errors;
}

/**
 * Returns the part of `source` that no continuation repairs, for a program that a model is still
 * writing. `run` of that part returns a step with the mistake, and runs nothing. Returns undefined
 * if a continuation may be right. It never guesses, so a source that it accepts may still be wrong.
 * @throws OptionError for a bad option
 */
export async function unrecoverablePrefix(
  source: string,
  options: PrepareOptions = {},
): Promise<string | undefined> {
  const { findPrefix } = await import("./unrecoverable-prefix.ts");
  return findPrefix(source, options, check);
}

/**
 * Returns every name of the language, sorted: special forms, and builtins in each of their
 * spellings (`trim`, `clojure.string/trim`). Doesn't include the program's own definitions, its
 * tools and its data.
 */
export async function languageNames(): Promise<readonly string[]> {
  return lazyEngine.use((engine) => engine.namesOfLanguage());
}

/**
 * Reads the JSON of `Memory.toJSON`, including functions, which are compiled again.
 * @throws OptionError unless `json` is an object; DecodingError naming the location that can't be
 * read
 */
export async function decodeMemory(json: unknown): Promise<Memory> {
  return lazyEngine.use((engine) => engine.decodeMemory(json));
}

/** Returns a decoder that creates functions at their first call. */
export async function loadLazyFunctionDecoder(): Promise<FunctionDecoder> {
  return lazyEngine.use((engine) => engine.loadLazyFunctionDecoder());
}

/** Loads the code for lazy sequences in memory. */
export async function loadSequences(): Promise<typeof LazySequences> {
  return lazyEngine.use((engine) => engine.loadSequences());
}
