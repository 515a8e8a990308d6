// The options of one mission, in addition to its agent.

import { OptionError } from "@ptc/core/errors";
import {
  systemClock,
  type Clock,
  type RandomSource,
  type TraceEvent,
  type TraceSink,
} from "@ptc/core/contracts";
import { combineSinks } from "@ptc/core/internal/contracts";
import type { FirewallOptions } from "@ptc/core/firewall";
import { DataDepthError } from "@ptc/core/values";
import { Memory, type CheckpointOptions, type JournalStore } from "@ptc/lisp";
import { presentFields } from "@ptc/llm/adapter";
import type { DepsOption } from "../agent/deps.ts";
import { firewallOption } from "../agent/firewall-option.ts";
import { givenJournal } from "../journal/journal-entry.ts";
import {
  isBoolean,
  isRecord,
  knownOptions,
  optionalRecord,
  wrongOption,
} from "../options/option-checks.ts";
import type { BudgetCallback } from "../bounds/budget-callback.ts";
import { realEffects, type Effects } from "../bounds/effects.ts";
import { MissionRandom } from "../bounds/mission-random.ts";
import type { Price } from "../bounds/request-cost.ts";
import type { StepOfMission } from "../agent/tool-answer.ts";
import type { ContinuedConversation } from "./continued-conversation.ts";
import type { RecordingObserver, RunObserver } from "./run-observer.ts";
import type { ModelDelta, ModelDeltaEvent } from "../model/model-delta.ts";
import type { CheckpointStore } from "@ptc/lisp";
import type { ModelChoice, ModelRegistry } from "../model/resolve-model.ts";

/** The options of a run, independent of its agent. */
export interface MissionOptions extends CheckpointOptions {
  /**
   * Stores the state of the run while it runs, so that `checkpointOf` and `resume` can continue it
   * after a crash. Called with an entry for each effect, before the next one begins; the run waits
   * for a returned promise. If it throws or rejects, the run ends with `checkpoint_failed`.
   */
  readonly onCheckpoint?: CheckpointStore;
  /**
   * The model: a `LanguageModel`, an async function of the request, or a name in `llmRegistry`.
   * Without a registry, a name such as `anthropic:claude-sonnet-5` uses the installed package.
   * Default: the agent's model.
   */
  readonly llm?: ModelChoice;
  /** Models by name. */
  readonly llmRegistry?: ModelRegistry;
  /** Values that programs start with: the memory of an earlier step, or values by name. */
  readonly memory?: Memory | Readonly<Record<string, unknown>>;
  /**
   * Results of tasks by id: the `journal` of an earlier step, plus entries that the application
   * adds. JSON entries are read in the form that steps write; use `journalEntry` to write any
   * other value. JSON with names that begin with `$` is refused if it isn't in that form.
   */
  readonly journal?: Readonly<Record<string, unknown>>;
  /**
   * Stores each change of the journal outside of the process. The mission waits for it, including
   * for a returned promise. If it throws or rejects, the mission ends with `journal_failed`, and
   * the journal stays unchanged. Needs a `journal`, which may be empty.
   */
  readonly onJournal?: JournalStore;
  /**
   * The completed items of the plan by id: the `summaries` of an earlier step. Pass them with its
   * `journal`, so that the model sees which work is done.
   */
  readonly summaries?: Readonly<Record<string, string>>;
  /** Cached tool results of an earlier mission: the `toolCache` of its step. */
  readonly toolCache?: Readonly<Record<string, unknown>>;
  /**
   * Which fields whose names start with `_` the models may see: those that `allow` lists, in
   * addition to those that the agent allows.
   */
  readonly firewall?: FirewallOptions;
  /**
   * The cost of a model request, for the agent option `maxCost` and `usage.cost` of the step: a
   * function, or `priceTable({ … })`. Child missions use it too.
   */
  readonly price?: Price;
  /**
   * Called before each model request of this mission and its child missions, with the usage of the
   * run so far. `"stop"` ends the mission that wants to send the request with `budget_exceeded`.
   * The option `onBudgetExceeded` of its agent then applies.
   */
  readonly budget?: BudgetCallback;
  /**
   * Ends the mission with `cancelled` when it is aborted, including its model requests and tool
   * calls.
   */
  readonly signal?: AbortSignal;
  /**
   * True to store the conversation in the step, and the messages sent to the model in each turn;
   * default false.
   */
  readonly collectMessages?: boolean;
  /** Called for every event as it happens. Errors that it throws are ignored. */
  readonly onEvent?: (event: TraceEvent) => void;
  /**
   * Called with the text of the model, piece by piece, while the model writes it, for example for
   * a terminal or a socket. A model that doesn't stream sends its text in one piece. Not called
   * for child missions. Errors that it throws are ignored.
   */
  readonly onText?: (text: string, delta: ModelDelta) => void;
  /** Receives the same events as `onEvent`, for files and exporters. */
  readonly trace?: TraceSink;
  /** Records the run: `createRunRecorder` of `@ptc/subagent/recordings`. */
  readonly record?: RecordingObserver;
  /** Replaces the system clock and its timers. */
  readonly clock?: Clock;
  /**
   * Returns a seed when the mission starts. All random numbers and ids of this mission and its
   * child missions derive from it. Also randomizes the wait before a retry. Default:
   * `Math.random`.
   */
  readonly random?: RandomSource;
}

/** The ids of a run that continues an earlier one from one of its turns. */
export interface RunFork {
  readonly traceId: string;
  /** The first part of the addresses of the effects of earlier turns. */
  readonly runId: string;
  /** Returns the first part of the ids of calls in a turn. */
  readonly runIdOf: (turn: number) => string;
}

export interface ResolvedMissionOptions {
  readonly llm: ModelChoice | undefined;
  readonly llmRegistry: ModelRegistry | undefined;
  readonly context: Readonly<Record<string, unknown>>;
  /** Passed to the tools of the mission and of its child missions. */
  readonly deps: unknown;
  readonly memory: Memory;
  readonly journal: Readonly<Record<string, unknown>> | undefined;
  readonly onJournal: JournalStore | undefined;
  readonly summaries: Readonly<Record<string, string>>;
  readonly toolCache: Readonly<Record<string, unknown>>;
  readonly firewall: FirewallOptions;
  readonly price: Price | undefined;
  readonly budget: BudgetCallback | undefined;
  readonly signal: AbortSignal | undefined;
  readonly collectMessages: boolean;
  readonly sink: TraceSink | undefined;
  /** Called for each piece of a response, including those of child missions. */
  readonly onDelta: ((event: ModelDeltaEvent) => void) | undefined;
  /** Only for the run itself, not for child missions. */
  readonly onText: MissionOptions["onText"] | undefined;
  readonly clock: Clock;
  readonly random: MissionRandom;
  readonly effects: Effects;
  /** The conversation to continue, if any. */
  readonly conversation: ContinuedConversation | undefined;
  /** The step that the mission is chained onto, if any. Its firewalled texts stay hidden. */
  readonly before?: StepOfMission | undefined;
  /** Only for the run itself; undefined for child missions. */
  readonly observer: RunObserver | undefined;
  /** The option `record`. */
  readonly recorder: RecordingObserver | undefined;
  /** The clock of the host, of which `clock` may be the recorded one. */
  readonly hostClock: Clock;
  readonly checkpoint: Pick<MissionOptions, "onCheckpoint" | keyof CheckpointOptions>;
  /** Only for a run that was forked: its trace id, and the prefix of ids of calls in a turn. */
  readonly fork?: RunFork | undefined;
}

/** The options of a mission from a caller whose types aren't checked. */
export type GivenMissionOptions = MissionOptions &
  DepsOption<unknown> & { readonly context?: Readonly<Record<string, unknown>> };

/** The names of all fields of `MissionOptions`, `context` and `deps`. */
export const missionOptionNames = [
  "llm",
  "llmRegistry",
  "context",
  "deps",
  "memory",
  "journal",
  "onJournal",
  "summaries",
  "toolCache",
  "firewall",
  "price",
  "budget",
  "signal",
  "collectMessages",
  "onEvent",
  "onText",
  "trace",
  "record",
  "clock",
  "random",
  "checkpointKey",
  "encryptionKey",
  "keepContext",
  "onCheckpoint",
] as const satisfies readonly (keyof GivenMissionOptions)[];

/** The options that are host functions or objects: the expected value of each, and its check. */
const hostOptions: Readonly<
  Partial<
    Record<
      keyof MissionOptions,
      { readonly expected: string; readonly accepts: (value: unknown) => boolean }
    >
  >
> = {
  onJournal: { expected: "a function of a journal change", accepts: isFunction },
  onCheckpoint: { expected: "a function of an entry", accepts: isFunction },
  onEvent: { expected: "a function of an event", accepts: isFunction },
  onText: { expected: "a function of a string", accepts: isFunction },
  price: { expected: "a function of tokens and a model", accepts: isFunction },
  budget: { expected: "a function of the usage", accepts: isFunction },
  trace: {
    expected: "a sink, an object with an `emit` function",
    accepts: (value) => hasFunctions(value, "emit"),
  },
  record: {
    expected: "a recorder from createRunRecorder of @ptc/subagent/recordings",
    accepts: (value) => isRecord(value) && isRecord((value as Partial<RunObserver>).effects),
  },
  signal: {
    expected: "an AbortSignal",
    accepts: (value) => hasFunctions(value, "addEventListener", "removeEventListener"),
  },
  clock: {
    expected: "a clock, an object with the functions `now` and `monotonic`",
    accepts: (value) => hasFunctions(value, "now", "monotonic"),
  },
  random: { expected: "a function that returns numbers from 0 to below 1", accepts: isFunction },
};

function isFunction(value: unknown): boolean {
  return typeof value === "function";
}

function hasFunctions(value: unknown, ...names: readonly string[]): boolean {
  return (
    isRecord(value) &&
    names.every((name) => isFunction((value as Readonly<Record<string, unknown>>)[name]))
  );
}

/** Checks the options and fills in defaults. @throws OptionError with the option's name */
export function missionOptions(options: GivenMissionOptions): ResolvedMissionOptions {
  knownOptions(options, missionOptionNames);
  const memory = options.memory ?? Memory.empty;
  for (const [name, { expected, accepts }] of Object.entries(hostOptions)) {
    const given: unknown = options[name as keyof MissionOptions];
    if (given !== undefined && !accepts(given))
      throw wrongOption(name, `expected ${expected}`, given);
  }
  if (options.onJournal !== undefined && options.journal === undefined)
    throw new OptionError("onJournal", "needs a journal to report changes of: add { journal: {} }");
  const effects = options.record?.effects ?? realEffects;
  const hostClock = options.clock ?? systemClock;
  return {
    llm: options.llm,
    llmRegistry: optionalRecord("llmRegistry", options.llmRegistry, "models by name"),
    context: contextOfOption(options.context),
    deps: options.deps,
    memory:
      memory instanceof Memory
        ? memory
        : memoryOf(
            optionalRecord("memory", memory, "the memory of a step, or values by name") ?? {},
          ),
    journal: journalOption(options.journal),
    onJournal: options.onJournal,
    summaries: summariesOption(options.summaries),
    toolCache: optionalRecord("toolCache", options.toolCache, "the toolCache of a step") ?? {},
    firewall: firewallOption("firewall", options.firewall),
    price: options.price,
    budget: options.budget,
    signal: options.signal,
    collectMessages: isBoolean("collectMessages", options.collectMessages ?? false),
    sink: sinkOf(options),
    onDelta: undefined,
    onText: options.onText,
    clock: effects.clock(hostClock),
    hostClock,
    effects,
    conversation: undefined,
    observer: options.record,
    recorder: options.record,
    checkpoint: presentFields({
      checkpointKey: options.checkpointKey,
      encryptionKey: options.encryptionKey,
      keepContext: options.keepContext,
      onCheckpoint: options.onCheckpoint,
    }),
    random: MissionRandom.from(options.random ?? Math.random),
  };
}

/** Returns the context that programs read. @throws OptionError for a value without fields */
export function contextOfOption(given: unknown): Readonly<Record<string, unknown>> {
  const fields = given as Readonly<Record<string, unknown>> | undefined;
  return optionalRecord("context", fields, "an object whose fields become data/…, or a step") ?? {};
}

/** Converts values to memory. @throws OptionError for a value that is too deep to convert */
function memoryOf(values: Readonly<Record<string, unknown>>): Memory {
  try {
    return Memory.from(values);
  } catch (error) {
    throw error instanceof DataDepthError ? new OptionError("memory", error.message) : error;
  }
}

/**
 * Returns the journal as a mission uses it, or undefined if none is given.
 * @throws OptionError with the id of an entry that can't be stored
 */
export function journalOption(
  given: Readonly<Record<string, unknown>> | undefined,
): Readonly<Record<string, unknown>> | undefined {
  const journal = optionalRecord("journal", given, "results of tasks by id");
  return journal === undefined ? undefined : givenJournal(journal);
}

/** @throws OptionError naming the entry that isn't a string */
function summariesOption(
  given: Readonly<Record<string, string>> | undefined,
): Readonly<Record<string, string>> {
  const summaries = optionalRecord("summaries", given, "the summaries of a step") ?? {};
  for (const [id, summary] of Object.entries<unknown>(summaries))
    if (typeof summary !== "string")
      throw wrongOption(`summaries[${JSON.stringify(id)}]`, "expected a string", summary);
  return summaries;
}

function sinkOf({ trace, onEvent }: MissionOptions): TraceSink | undefined {
  return onEvent === undefined ? trace : combineSinks(trace, { emit: onEvent });
}
