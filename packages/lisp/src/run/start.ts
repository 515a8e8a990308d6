// The functions of the package. The first call loads the evaluator, so importing the package costs
// little in a process that may never run a program. Later calls wait for nothing.
//
// The engine that is loaded is state of the module, which outlives a run. It is no more than
// `import()` keeps anyway, in a variable that can be read at once.

import type { Fail } from "@ptc/core/contracts";
import type { FunctionDecoder } from "@ptc/core/decoding";
import type * as EngineModule from "./engine.ts";
import type { Memory } from "../persistence/memory.ts";
import type { PrepareOptions, RunOptions } from "./options.ts";
import type { Prepared } from "./prepared.ts";
import type { LispStep } from "./step.ts";

type Engine = typeof EngineModule;

let loadedEngine: Engine | undefined;

async function loadEngine(): Promise<Engine> {
  return (loadedEngine = await import("./engine.ts"));
}

/**
 * Runs a program and answers with its step; a program that is wrong or fails is a step too.
 *
 * @example
 *   const step = await run("(reduce + (map :due data/orders))", {
 *     context: { orders },
 *     limits: { timeoutMs: 500 },
 *   });
 *   console.log(step.ok ? step.return : step.fail.message);
 *
 * @throws OptionError for a bad option
 */
export function run<Return = unknown>(
  source: string,
  options: RunOptions<Return> = {},
): Promise<LispStep<Return>> {
  return loadedEngine === undefined
    ? loadEngine().then((engine) => engine.run(source, options))
    : loadedEngine.run(source, options);
}

/**
 * Reads and analyses `source`, and loads the builtins it uses that no earlier program has used. It
 * is compiled when it first runs.
 * @throws OptionError for a bad option; a bad program is an answer, not an exception.
 */
export async function prepare(source: string, options: PrepareOptions = {}): Promise<Prepared> {
  const engine = loadedEngine ?? (await loadEngine());
  return await engine.prepareNow(source, options);
}

/** The mistakes of `source`, without running it: empty when there are none. */
export async function check(
  source: string,
  options: PrepareOptions = {},
): Promise<readonly Fail[]> {
  const prepared = await prepare(source, options);
  return prepared.ok ? [] : prepared.errors;
}

/**
 * Where `source` is the beginning of a program that a model is writing: as much of it as is wrong
 * whatever follows. `run` of that answers with the mistake, and runs nothing. Undefined where a
 * continuation may be right, as far as can be told; a source that ends with it may still be wrong.
 * @throws OptionError for a bad option
 */
export async function hopelessBeginning(
  source: string,
  options: PrepareOptions = {},
): Promise<string | undefined> {
  const { hopelessPart } = await import("./hopeless-beginning.ts");
  const tools = new Set(Object.keys(options.tools ?? {}));
  return await hopelessPart(source, tools, (part) => check(part, options));
}

/**
 * Every name of the language, sorted: special forms, and builtins in each of their spellings
 * (`trim`, `clojure.string/trim`). What a program itself defines, its tools and its data are not
 * among them.
 */
export async function languageNames(): Promise<readonly string[]> {
  const engine = loadedEngine ?? (await loadEngine());
  return await engine.namesOfLanguage();
}

/**
 * Reads what `Memory.toJSON` wrote, functions included: they are compiled again.
 * @throws OptionError unless `json` is an object; DecodingError naming the place of what cannot be
 * read
 */
export async function decodeMemory(json: unknown): Promise<Memory> {
  const engine = loadedEngine ?? (await loadEngine());
  return await engine.decodeMemory(json);
}

/** Reads functions that are made when they are first called. */
export async function loadFunctionsOnNeed(): Promise<FunctionDecoder> {
  const engine = loadedEngine ?? (await loadEngine());
  return await engine.loadFunctionsOnNeed();
}
