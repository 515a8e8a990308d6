// The functions of the package. The first call loads the evaluator, so importing the package costs
// little in a process that may never run a program. Later calls don't wait for it.

import type { Fail, Tool } from "@ptc/core/contracts";
import type { FunctionDecoder } from "@ptc/core/decoding";
import { Lazy } from "../loading/lazy.ts";
import type * as Engine from "./engine.ts";
import type * as LazySequences from "../loading/lazy-sequences.ts";
import type { Memory } from "../persistence/memory.ts";
import type { CheckpointOptions, PrepareOptions, LispRunOptions } from "../options/run-options.ts";
import type { Prepared, Program } from "../run/program.ts";
import type { LispStep } from "../step/step.ts";
import type { Checkpoint } from "../step/checkpoint.ts";
import type * as Waiting from "../waiting/runs.ts";
import type { ResumeOptions } from "../waiting/waiting-run.ts";

const lazyEngine: Lazy<typeof Engine> = /* @__PURE__ */ new Lazy(() => import("./engine.ts"));

const lazyWaiting: Lazy<typeof Waiting> = /* @__PURE__ */ new Lazy(
  () => import("../waiting/runs.ts"),
);

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
  options: LispRunOptions<Return> & CheckpointOptions = {},
): Promise<LispStep<Return>> {
  if (canWait(options))
    return lazyWaiting.load().then(({ runWaiting }) => runWaiting(source, options, evaluated));
  return evaluated(source, options);
}

/**
 * Continues a run from the checkpoint of its waiting step, in any process. Pass the same program,
 * context, memory and tools again, and decisions about pending calls. The program runs again from
 * its start, but no tool that has answered is called again. A prepared program needs only the tools
 * that its `run` received.
 *
 * @example
 *   const next = await resume(source, step.checkpoint, {
 *     tools,
 *     context,
 *     decisions: { [step.pending[0].id]: approve() },
 *   });
 *
 * @throws CheckpointError for a checkpoint or a decision that doesn't fit; OptionError
 */
export async function resume<Return = unknown>(
  source: string | Program,
  checkpoint: Checkpoint,
  options: ResumeOptions<Return> = {},
): Promise<LispStep<Return>> {
  const { resumeWaiting } = await lazyWaiting.load();
  return await resumeWaiting(source, checkpoint, options, evaluated);
}

function evaluated<Return>(
  source: string,
  options: LispRunOptions<Return>,
): Promise<LispStep<Return>> {
  // The engine checks the option. Until then, it may be anything.
  const { activity } = options;
  if (lazyEngine.loaded === undefined && typeof activity?.during === "function")
    activity.during(lazyEngine.load());
  return Promise.resolve(lazyEngine.use((engine) => engine.run(source, options)));
}

/** True if a call of a tool may wait, or if the options are for such a run. */
export function canWait({
  tools,
  checkpointKey,
  encryptionKey,
  keepContext,
}: CheckpointOptions & Pick<LispRunOptions, "tools">): boolean {
  return (
    checkpointKey !== undefined ||
    encryptionKey !== undefined ||
    keepContext !== undefined ||
    Object.values(tools ?? {}).some(
      (tool: object | null) =>
        typeof tool === "object" &&
        tool !== null &&
        Boolean((tool as Tool).needsApproval || (tool as Tool).suspends),
    )
  );
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
