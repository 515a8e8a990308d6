// The options of a run, and their checks. A bad option is a mistake of the host, and throws at once
// an error that names the option.

import { assertKnownOptions, OptionError } from "@ptc/core/errors";
import {
  TraceScope,
  isStandardSchema,
  systemClock,
  type Clock,
  type RandomSource,
  type StandardSchema,
  type Tools,
} from "@ptc/core/contracts";
import {
  HostCrossing,
  MapBuilder,
  MapValue,
  type FieldFirewall,
  type HostCollections,
  type Value,
} from "@ptc/core/values";
import { ContextNames } from "../evaluation/context-names.ts";
import { CrossingAccount } from "../evaluation/crossing-account.ts";
import { LimitError } from "../evaluation/errors.ts";
import type { GenerateAfter } from "../evaluation/evaluation-options.ts";
import { HostLosses } from "../evaluation/host-losses.ts";
import { resolveLimits, type Limits } from "../evaluation/limits.ts";
import type { JournalStore } from "../effects/journal.ts";
import type { JournalEntries } from "@ptc/core/contracts";
import { toolTable, type ToolTable } from "../effects/tool-table.ts";
import { prepareOptionNames, runOptionNames } from "./option-names.ts";
import { isMap, isObject } from "../evaluation/is-object.ts";
import { crossed, resolveMemory, type Memory } from "../persistence/memory.ts";

/** What a program is prepared with. */
export interface PrepareOptions {
  /** Functions the program can call as `(tool/name {…})`. */
  readonly tools?: Tools;
  readonly limits?: Partial<Limits>;
  /** Names that will be in memory when the program runs. */
  readonly memoryNames?: Iterable<string>;
  /**
   * The context the program will run over, or one with the same fields: `data/…` that it lacks is
   * then a mistake of the source. Without it that shows when the program runs.
   */
  readonly context?: Readonly<Record<string, unknown>>;
  /** Times the analysis of a source against `limits.timeoutMs`. */
  readonly clock?: Clock;
  /**
   * Whether functions and loops that run hot become generated JavaScript, which does the same, with
   * the same steps, limits and errors, in less time. Default `auto`: where the host lets code be
   * made from text. `never`: the program runs as closures. Numbers say after how many calls and
   * turns something is hot; `{ calls: 0, turns: 0 }` generates everything at once, for tests.
   */
  readonly generate?: "auto" | "never" | GenerateAfter;
}

/** What one run of a prepared program is given. */
export interface ProgramRunOptions<Return = unknown> {
  /**
   * Read-only input, which the program reads as `data/…`. It is read in place, never copied or
   * written, and must not change during the run.
   */
  readonly context?: Readonly<Record<string, unknown>>;
  /**
   * Tools in place of those that the program was prepared with, all of which must be among them:
   * for functions that belong to one run, such as those of one user's connection.
   */
  readonly tools?: Tools;
  /** What earlier programs defined, or host values by name. */
  readonly memory?: Memory | Readonly<Record<string, unknown>>;
  /** A Standard Schema the returned value must meet. */
  readonly returns?: StandardSchema<Return>;
  readonly signal?: AbortSignal;
  /**
   * Whether time in tools counts against `limits.timeoutMs`; default false. With it a program that
   * waits ends when its time is over, and the signal of its open tools is aborted.
   */
  readonly chargeToolTime?: boolean;
  /** Results of earlier programs for `*1 *2 *3`, newest first. */
  readonly history?: readonly Value[];
  /**
   * How maps and sets are handed over; default `plain`. With `language` nothing is converted:
   * `return` is the language value itself, for callers that print it.
   */
  readonly collections?: HostCollections | "language";
  /**
   * Freezes the context first, to find a host that changes it during the run. For development: it
   * walks all of it.
   */
  readonly freeze?: boolean;
  /**
   * Whether reading a value of the host that is no data (a promise, a stream, an instance that
   * hides its data) ends the program with a `type_error`; default false: the step has a warning.
   */
  readonly strictData?: boolean;
  /**
   * How long the program computes, in milliseconds, before the host gets a turn: its timers go on,
   * and `signal` is seen. Default 8; a program without effects begins with it after six times as
   * long. Infinity: never.
   */
  readonly yieldMs?: number;
  readonly clock?: Clock;
  readonly random?: RandomSource;
  /** Where trace events go. */
  readonly trace?: TraceScope;
  /** The run's part of effect addresses; default: random. */
  readonly runId?: string;
  /** The turn's part of effect addresses; default 1. */
  readonly turn?: number;
  /**
   * Results of tasks by id, as an earlier step's `journal` holds them or as the application writes
   * them: plain JSON reads as itself. Without it `task` evaluates its body every time. Runs that
   * are given the same `JournalEntries` share them while they run; their steps have no `journal`.
   */
  readonly journal?: Readonly<Record<string, unknown>> | JournalEntries;
  /**
   * Keeps each change of the journal before the program goes on, so that no result is lost however
   * the process ends. A promise is awaited. Where it throws or rejects, the run ends with
   * `journal_failed`.
   */
  readonly onJournal?: JournalStore;
  /** What `(budget/remaining)` answers besides the budget of the run itself: turns, tokens. */
  readonly budget?: Readonly<Record<string, unknown>>;
  /**
   * Shows `<Firewalled>` in place of fields whose name starts with `_` in the texts a program makes
   * of collections: what it prints, JSON included, and what `str`, `pr-str` and `format` make. For
   * programs whose prints a model reads; default: false. Texts of errors hide these fields in any
   * case.
   */
  readonly hideFirewalled?: boolean;
  /**
   * Is told what the program reads out of firewalled fields, and says which fields are: a
   * `Firewall` of `@ptc/core/firewall`, which masks the values in texts for whoever may not see
   * them. Default: that of the trace, if it has one.
   */
  readonly firewall?: FieldFirewall;
}

/** The options of `run`: what the program is given, what it may use, how it is watched. */
export type RunOptions<Return = unknown> = Omit<PrepareOptions, "memoryNames" | "context"> &
  Omit<ProgramRunOptions<Return>, "tools">;

export interface ResolvedPrepareOptions {
  readonly tools: ToolTable;
  readonly limits: Limits;
  readonly memoryNames: ReadonlySet<string>;
  readonly contextNames: ContextNames | undefined;
  readonly clock: Clock;
  readonly generate: "auto" | "never" | GenerateAfter;
}

/** @throws OptionError */
export function resolvePrepareOptions(options: PrepareOptions): ResolvedPrepareOptions {
  assertKnownOptions(options, prepareOptionNames satisfies readonly (keyof PrepareOptions)[]);
  const limits = resolveLimits(options.limits);
  return {
    tools: toolTable(options.tools, limits),
    limits,
    memoryNames: new Set(options.memoryNames),
    contextNames: options.context === undefined ? undefined : ContextNames.of(options.context),
    clock: options.clock ?? systemClock,
    generate: checkedGenerate(options.generate),
  };
}

/** Names of other libraries, and the option to use instead. */
const runOptionAliases = /* @__PURE__ */ new Map([["input", "context"]]);

export interface ResolvedRunOptions<Return> {
  /** `data/…`: the fields of the context. */
  readonly context: MapValue<Value>;
  readonly crossing: CrossingAccount;
  readonly losses: HostLosses;
  readonly yieldMs: number;
  readonly memory: Memory;
  readonly returns: StandardSchema<Return> | undefined;
  readonly signal: AbortSignal | undefined;
  readonly chargeToolTime: boolean;
  readonly history: readonly Value[];
  readonly collections: HostCollections | "language";
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly trace: TraceScope;
  readonly runId: string | undefined;
  readonly turn: number;
  readonly journal: Readonly<Record<string, unknown>> | JournalEntries | undefined;
  readonly onJournal: JournalStore | undefined;
  readonly budget: Readonly<Record<string, unknown>> | undefined;
  readonly hideFirewalled: boolean;
  readonly firewall: FieldFirewall | undefined;
}

/** @throws OptionError */
export function resolveRunOptions<Return>(
  options: ProgramRunOptions<Return>,
  limits: Limits,
): ResolvedRunOptions<Return> {
  assertKnownOptions(
    options,
    runOptionNames satisfies readonly (keyof ProgramRunOptions)[],
    "",
    runOptionAliases,
  );
  const clock = options.clock ?? systemClock;
  const random = options.random ?? Math.random;
  const crossing = new CrossingAccount(limits.memoryBytes);
  const firewall = options.firewall ?? options.trace?.firewall;
  const losses = new HostLosses(checkedFlag("strictData", options.strictData));
  return {
    context: checkedContext(options.context, crossing, firewall, losses),
    crossing,
    losses,
    yieldMs: checkedYield(options.yieldMs),
    memory: resolveMemory(options.memory),
    returns: checkedSchema(options.returns),
    signal: options.signal,
    chargeToolTime: checkedFlag("chargeToolTime", options.chargeToolTime),
    history: options.history ?? noHistory,
    collections: checkedCollections(options.collections),
    clock,
    random,
    trace: options.trace ?? silentTrace,
    runId: options.runId,
    turn: options.turn ?? 1,
    journal: checkedJournal(options.journal),
    onJournal: checkedStore(options),
    budget: checkedRecord("budget", options.budget, "expected an object"),
    hideFirewalled: checkedFlag("hideFirewalled", options.hideFirewalled),
    firewall,
  };
}

/** Splits the options of `run` into those for preparing the program and those for its run. */
export function splitRunOptions<Return>(options: RunOptions<Return>): {
  prepare: PrepareOptions;
  run: ProgramRunOptions<Return>;
} {
  const { tools, limits, generate, ...run } = options;
  const { clock } = run;
  return {
    prepare: {
      ...(tools === undefined ? {} : { tools }),
      ...(limits === undefined ? {} : { limits }),
      ...(clock === undefined ? {} : { clock }),
      ...(generate === undefined ? {} : { generate }),
    },
    run,
  };
}

/** Defaults of options. They are made once, because they hold nothing of a run. */
const noHistory: readonly Value[] = [];
const silentTrace: TraceScope = /* @__PURE__ */ new TraceScope({
  sink: undefined,
  clock: systemClock,
  random: Math.random,
  traceId: "",
});
export const noContext: MapValue<Value> = /* @__PURE__ */ emptyContext();

function emptyContext(): MapValue<Value> {
  return new MapBuilder().build(true);
}

function checkedContext(
  context: Readonly<Record<string, unknown>> | undefined,
  account: CrossingAccount,
  firewall: FieldFirewall | undefined,
  losses: HostLosses,
): MapValue<Value> {
  if (context === undefined) return noContext;
  const fields = !isObject(context)
    ? null
    : isEmpty(context)
      ? noContext
      : convertedContext(context, account, firewall, losses);
  if (fields instanceof MapValue) return fields;
  throw new OptionError("context", "expected an object whose fields become data/…");
}

/** Whether it is a plain object without fields, of which every run would make a map. */
function isEmpty(context: object): boolean {
  return Object.getPrototypeOf(context) === Object.prototype && Object.keys(context).length === 0;
}

/**
 * The context as a value of the language. One that is itself a Map is copied here, before the run
 * begins, so one that is too large is a bad option and not a limit that the run reached.
 */
function convertedContext(
  context: object,
  account: CrossingAccount,
  firewall: FieldFirewall | undefined,
  losses: HostLosses,
): Value {
  try {
    return crossed("context", () =>
      new HostCrossing(account, firewall, losses.ofContext(context)).fromHost(context),
    );
  } catch (error) {
    throw error instanceof LimitError
      ? new OptionError("context", "is more than limits.memoryBytes allows: give a plain object")
      : error;
  }
}

function checkedFlag(name: string, given: unknown = false): boolean {
  if (typeof given === "boolean") return given;
  throw new OptionError(name, "expected true or false");
}

function checkedGenerate(given: unknown = "auto"): "auto" | "never" | GenerateAfter {
  if (given === "auto" || given === "never") return given;
  if (isObject(given)) {
    const { calls, turns }: Partial<Record<keyof GenerateAfter, unknown>> = given;
    if (isCount(calls) && isCount(turns)) return { calls, turns };
  }
  throw new OptionError("generate", 'expected "auto", "never" or { calls, turns }: whole numbers');
}

/** Small enough to be counted down in a small integer. */
function isCount(given: unknown): given is number {
  return typeof given === "number" && Number.isInteger(given) && given >= 0 && given <= 1_000_000;
}

function checkedYield(given: unknown = 8): number {
  if (typeof given === "number" && given > 0) return given;
  throw new OptionError("yieldMs", "expected milliseconds above 0, or Infinity");
}

function checkedRecord<Fields extends object>(
  name: string,
  record: Fields | undefined,
  expected: string,
): Fields | undefined {
  if (record !== undefined && !isObject(record)) throw new OptionError(name, expected);
  return record;
}

/** A Map has no fields: it would be taken for a journal without entries. */
function checkedJournal(given: ProgramRunOptions["journal"]): ProgramRunOptions["journal"] {
  const expected = "expected an object of task results by id";
  const journal = checkedRecord("journal", given, expected);
  if (journal !== undefined && isMap(journal))
    throw new OptionError("journal", `${expected}, got a Map: pass Object.fromEntries(journal)`);
  return journal;
}

function checkedSchema<Return>(
  schema: StandardSchema<Return> | undefined,
): StandardSchema<Return> | undefined {
  // What the types promise, a JavaScript caller may still break.
  if (schema === undefined || isStandardSchema(schema)) return schema;
  throw new OptionError("returns", "expected a Standard Schema (zod, valibot, arktype…)");
}

function checkedCollections(
  collections: HostCollections | "language" | undefined,
): HostCollections | "language" {
  // What the types promise, a JavaScript caller may still break.
  const given: unknown = collections ?? "plain";
  if (given === "plain" || given === "native" || given === "language") return given;
  throw new OptionError("collections", 'expected "plain", "native" or "language"');
}

/** @throws OptionError */
function checkedStore({
  journal,
  onJournal,
}: Pick<ProgramRunOptions, "journal" | "onJournal">): JournalStore | undefined {
  if (onJournal === undefined) return undefined;
  if (typeof (onJournal as unknown) !== "function")
    throw new OptionError("onJournal", "expected a function of a change");
  if (journal === undefined)
    throw new OptionError("onJournal", "keeps the changes of a journal: pass one, { journal: {} }");
  return onJournal;
}
