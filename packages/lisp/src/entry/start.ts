// The functions of the package. The first call loads the evaluator, so importing the package costs
// little in a process that may never run a program. Later calls don't wait for it.

import type { Fail, Tool } from "@ptc/core/contracts";
import type { FunctionDecoder } from "@ptc/core/decoding";
import { Lazy } from "../evaluation/lazy.ts";
import { checkpointOptionNames } from "../options/option-names.ts";
import type { Libraries } from "../analysis/known-libraries.ts";
import type * as Engine from "./engine.ts";
import type * as LibrariesCode from "./libraries.ts";
import type * as LazySequences from "../loading/lazy-sequences.ts";
import { LibraryError } from "../libraries/library-error.ts";
import type { Memory } from "../persistence/memory.ts";
import type { PrepareOptions, LispRunOptions } from "../options/run-options.ts";
import type { RunCheckpointOptions } from "../step/run-checkpoint-options.ts";
import type { Prepared, Program } from "../run/program.ts";
import type { LispStep } from "../step/step.ts";
import type { Checkpoint } from "../step/checkpoint.ts";
import type { CheckpointEntry } from "../step/checkpoint-entry.ts";
import type { EntriesOptions } from "../waiting/checkpoint-of.ts";
import type * as Waiting from "../waiting/runs.ts";
import type { ResumeOptions } from "../waiting/waiting-options.ts";

export const lazyEngine: Lazy<typeof Engine> = /* @__PURE__ */ new Lazy(
  () => import("./engine.ts"),
);

/** The code for programs whose calls may wait. */
export const lazyWaiting: Lazy<typeof Waiting> = /* @__PURE__ */ new Lazy(
  () => import("../waiting/runs.ts"),
);

const lazyLibraries: Lazy<typeof LibrariesCode> = /* @__PURE__ */ new Lazy(
  () => import("./libraries.ts"),
);

/** Calls `use` with the options whose libraries are checked. */
export function withLibraries<Options extends Pick<PrepareOptions, "libraries">, Made>(
  options: Options,
  use: (options: Options) => Promise<Made>,
): Promise<Made> {
  const { libraries } = options;
  return libraries === undefined
    ? use(options)
    : createLibraries(libraries).then((checked) => use({ ...options, libraries: checked }));
}

/**
 * Checks libraries and computes their constants, for the option `libraries` of any number of
 * programs. A library is a source with `def`, `defn`, `defn-` and docstrings; see the guide
 * "Libraries".
 *
 * @example
 *   const libraries = await createLibraries({
 *     prices: '(defn net "Without tax." [gross] (/ gross 1.2))',
 *   });
 *   await run("(prices/net 24)", { libraries });
 *
 * @throws OptionError for a wrong name; LibraryError for mistakes in a source
 */
export async function createLibraries(
  sources: Readonly<Record<string, string>> | Libraries,
): Promise<Libraries> {
  const { checkedLibraries } = await lazyLibraries.load();
  return checkedLibraries(sources, await lazyEngine.load(), LibraryError);
}

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
  given: LispRunOptions<Return> & RunCheckpointOptions = {},
): Promise<LispStep<Return>> {
  return withLibraries(given, (options) =>
    canWait(options)
      ? lazyWaiting
          .load()
          .then(({ runWith }) => runWith(source, options, evaluated, prepare, canWait, lazyEngine))
      : evaluated(source, options),
  );
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
export function resume<Return = unknown>(
  source: string | Program,
  checkpoint: Checkpoint,
  given: ResumeOptions<Return> = {},
): Promise<LispStep<Return>> {
  return withLibraries(given, async (options) =>
    (await lazyWaiting.load()).resumeWaiting(source, checkpoint, options, evaluated, lazyEngine),
  );
}

/**
 * Returns the checkpoint of a run that was killed, from the entries that its `onCheckpoint` stored.
 * Calls that had begun without an answer are pending with `uncertain: true`: ask their service with
 * the call's `id`, which is its idempotency key. Then `answer(result)` the call, or `approve()` to
 * make it again. A run that has ended, or that waits, has a step; its checkpoint is the same. For a
 * run that was resumed, pass the resumed checkpoint as `after`, and the entries since then.
 *
 * @example
 *   const checkpoint = await checkpointOf(lines.map((line) => JSON.parse(line)));
 *   const step = await resume(source, checkpoint, { tools, context });
 *
 * @throws CheckpointError for entries that are missing, changed or of several runs; OptionError
 */
export async function checkpointOf(
  entries: Iterable<CheckpointEntry>,
  options?: EntriesOptions<Checkpoint>,
): Promise<Checkpoint> {
  return (await lazyWaiting.load()).checkpointOfProgram(entries, options);
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

const waitingOptionNames = [...checkpointOptionNames, "policy"] as const;

/** True if a call of a tool may wait, or if the options are for such a run. */
export function canWait(
  options: RunCheckpointOptions & Pick<LispRunOptions, "tools" | "policy">,
): boolean {
  return (
    waitingOptionNames.some((name) => options[name] !== undefined) ||
    Object.values(options.tools ?? {}).some(
      // A JavaScript caller may pass anything. Functions have none of these fields.
      (tool: unknown) => {
        const { needsApproval, suspends } = (tool ?? {}) as Partial<Tool>;
        return Boolean(needsApproval || suspends);
      },
    )
  );
}

/**
 * Reads and analyzes `source`, and loads the builtins it uses if no earlier program has loaded
 * them. The program is compiled when it first runs.
 * @throws OptionError for a bad option; a bad program is a result, not an exception.
 */
export function prepare(source: string, given: PrepareOptions = {}): Promise<Prepared> {
  return withLibraries(given, async (options) =>
    lazyEngine.use((engine) => engine.prepareNow(source, options)),
  );
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
