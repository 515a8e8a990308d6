// The options of one mission: what it is run with besides its agent.

import { OptionError } from "@ptc/core/errors";
import {
  combineSinks,
  systemClock,
  type Clock,
  type RandomSource,
  type TraceEvent,
  type TraceSink,
} from "@ptc/core/contracts";
import type { FirewallOptions } from "@ptc/core/firewall";
import { DataDepthError } from "@ptc/core/values";
import { Memory, type JournalStore } from "@ptc/lisp";
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
import type { ContinuedConversation } from "./continued-conversation.ts";
import type { RunObserver } from "./run-observer.ts";
import type { ModelDelta } from "../model/model-delta.ts";
import type { ModelChoice, ModelRegistry } from "../model/resolve-model.ts";

/** What a run is given, whatever its agent. */
export interface MissionOptions {
  /**
   * The model: a `LanguageModel`, an async function of the request, or a name in `llmRegistry`.
   * Default: the agent's model.
   */
  readonly llm?: ModelChoice;
  /** Models by name. */
  readonly llmRegistry?: ModelRegistry;
  /** What earlier missions defined: the memory of an earlier step, or values by name. */
  readonly memory?: Memory | Readonly<Record<string, unknown>>;
  /**
   * Results of tasks by id: the `journal` of an earlier step, and what the application wrote into
   * it. An entry that is JSON is read as a step wrote it; `journalEntry` writes any other value.
   */
  readonly journal?: Readonly<Record<string, unknown>>;
  /**
   * Keeps each change of the journal where it outlives the process, before the mission goes on: a
   * promise is awaited. Where it throws or rejects, the mission ends with `journal_failed`, with
   * the journal as it was. Needs a `journal`, which may be empty.
   */
  readonly onJournal?: JournalStore;
  /** Answers of tools that an earlier mission kept: the `toolCache` of its step. */
  readonly toolCache?: Readonly<Record<string, unknown>>;
  /**
   * What the models may see of fields whose name starts with `_`: `allow` names those that are not
   * hidden, in addition to those that the agent allows.
   */
  readonly firewall?: FirewallOptions;
  /**
   * What a request to a model costs, for `maxCost` of the agent and `usage.cost` of the step: a
   * function, or `priceTable({ … })`. Missions below have it too.
   */
  readonly price?: Price;
  /**
   * Is asked before each request to a model, of this mission and those below it, with what the run
   * has used so far. `"stop"` ends the mission that wants to ask with `budget_exceeded`; what
   * becomes of it then says `onBudgetExceeded` of its agent.
   */
  readonly budget?: BudgetCallback;
  /** Ends the mission with `cancelled` when it aborts, and its requests and calls of tools too. */
  readonly signal?: AbortSignal;
  /**
   * Keeps the conversation on the step, and on each turn the messages that the model was sent;
   * default false.
   */
  readonly collectMessages?: boolean;
  /** Is called with every event as it happens. Errors that it throws are ignored. */
  readonly onEvent?: (event: TraceEvent) => void;
  /**
   * Is called with what the model says, piece by piece, while it writes it: for a terminal or a
   * socket. Models that do not stream say it at once. Not called for missions below. Errors that it
   * throws are ignored.
   */
  readonly onText?: (text: string, delta: ModelDelta) => void;
  /** Receives the same events, for files and exporters. */
  readonly trace?: TraceSink;
  /** Records the run: `createRunRecorder` of `@ptc/subagent/recordings`. */
  readonly record?: RunObserver;
  /** The clock that is read in place of the system's, and whose timers are waited for. */
  readonly clock?: Clock;
  /**
   * Is asked for a seed when the mission starts, from which all random numbers and ids of it and of
   * the missions below it follow; and for how long to wait before something is tried again.
   * Default: `Math.random`.
   */
  readonly random?: RandomSource;
}

export interface ResolvedMissionOptions {
  readonly llm: ModelChoice | undefined;
  readonly llmRegistry: ModelRegistry | undefined;
  readonly context: Readonly<Record<string, unknown>>;
  /** What the tools of the mission, and of those below it, are handed. */
  readonly deps: unknown;
  readonly memory: Memory;
  readonly journal: Readonly<Record<string, unknown>> | undefined;
  readonly onJournal: JournalStore | undefined;
  readonly toolCache: Readonly<Record<string, unknown>>;
  readonly firewall: FirewallOptions;
  readonly price: Price | undefined;
  readonly budget: BudgetCallback | undefined;
  readonly signal: AbortSignal | undefined;
  readonly collectMessages: boolean;
  readonly sink: TraceSink | undefined;
  /** Is told of the pieces of answers, those of missions below too. */
  readonly onDelta: ((delta: ModelDelta) => void) | undefined;
  /** Of the run itself. */
  readonly onText: MissionOptions["onText"] | undefined;
  readonly clock: Clock;
  readonly random: MissionRandom;
  readonly effects: Effects;
  /** The conversation that the mission goes on with, if it does. */
  readonly conversation: ContinuedConversation | undefined;
  /** Of the run itself; undefined for missions below it. */
  readonly observer: RunObserver | undefined;
}

/** The options of a mission as a caller gives them whose types nobody looks at. */
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
] as const satisfies readonly (keyof GivenMissionOptions)[];

/**
 * The options that are functions or objects of the host: what each has to be, and how that is
 * checked.
 */
const hostOptions: Readonly<
  Partial<
    Record<
      keyof MissionOptions,
      { readonly expected: string; readonly accepts: (value: unknown) => boolean }
    >
  >
> = {
  onJournal: { expected: "a function of a change of the journal", accepts: isFunction },
  onEvent: { expected: "a function of an event", accepts: isFunction },
  onText: { expected: "a function of a text", accepts: isFunction },
  price: { expected: "a function of tokens and a model", accepts: isFunction },
  budget: { expected: "a function of what was used", accepts: isFunction },
  trace: {
    expected: "a sink, an object with an `emit` function",
    accepts: (value) => hasFunctions(value, "emit"),
  },
  record: {
    expected: "what createRunRecorder of @ptc/subagent/recordings made",
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
  random: { expected: "a function that answers numbers from 0 to below 1", accepts: isFunction },
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

/** @throws OptionError naming the option */
export function missionOptions(options: GivenMissionOptions): ResolvedMissionOptions {
  knownOptions(options, missionOptionNames);
  const memory = options.memory ?? Memory.empty;
  for (const [name, { expected, accepts }] of Object.entries(hostOptions)) {
    const given: unknown = options[name as keyof MissionOptions];
    if (given !== undefined && !accepts(given))
      throw wrongOption(name, `expected ${expected}`, given);
  }
  if (options.onJournal !== undefined && options.journal === undefined)
    throw new OptionError("onJournal", "keeps the changes of a journal: pass one, { journal: {} }");
  const effects = options.record?.effects ?? realEffects;
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
    toolCache: optionalRecord("toolCache", options.toolCache, "the toolCache of a step") ?? {},
    firewall: firewallOption("firewall", options.firewall),
    price: options.price,
    budget: options.budget,
    signal: options.signal,
    collectMessages: isBoolean("collectMessages", options.collectMessages ?? false),
    sink: sinkOf(options),
    onDelta: undefined,
    onText: options.onText,
    clock: effects.clock(options.clock ?? systemClock),
    effects,
    conversation: undefined,
    observer: options.record,
    random: MissionRandom.from(options.random ?? Math.random),
  };
}

/** What programs read. @throws OptionError for what has no fields */
export function contextOfOption(given: unknown): Readonly<Record<string, unknown>> {
  const fields = given as Readonly<Record<string, unknown>> | undefined;
  return optionalRecord("context", fields, "an object whose fields become data/…, or a step") ?? {};
}

/** @throws OptionError for a value that is nested too deep to be converted */
function memoryOf(values: Readonly<Record<string, unknown>>): Memory {
  try {
    return Memory.from(values);
  } catch (error) {
    throw error instanceof DataDepthError ? new OptionError("memory", error.message) : error;
  }
}

/**
 * The journal as a mission has it; undefined where it is given none.
 * @throws OptionError naming the entry that cannot be kept
 */
export function journalOption(
  given: Readonly<Record<string, unknown>> | undefined,
): Readonly<Record<string, unknown>> | undefined {
  const journal = optionalRecord("journal", given, "results of tasks by id");
  return journal === undefined ? undefined : givenJournal(journal);
}

function sinkOf({ trace, onEvent }: MissionOptions): TraceSink | undefined {
  return onEvent === undefined ? trace : combineSinks(trace, { emit: onEvent });
}
