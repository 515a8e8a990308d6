// Checks the options of a run and fills in defaults. An invalid option is a mistake of the host, so
// it throws immediately, with an error that names the option.

import { assertKnownOptions } from "@ptc/core/internal/errors";
import {
  TraceScope,
  systemClock,
  type Clock,
  type RandomSource,
  type StandardSchema,
  type Tools,
} from "@ptc/core/contracts";
import type { JournalEntries } from "@ptc/core/internal/journal";
import type { FieldFirewall, HostCollections, MapValue, Value } from "@ptc/core/values";
import type { Libraries } from "../analysis/known-libraries.ts";
import { CrossingAccount } from "../evaluation/budget/crossing-account.ts";
import { ContextNames } from "../evaluation/host/context-names.ts";
import type {
  GenerateAfter,
  RunActivity,
  ShownElements,
} from "../evaluation/evaluation-options.ts";
import { HostLosses } from "../evaluation/host/host-losses.ts";
import { resolveLimits, type Limits } from "../evaluation/limits.ts";
import type { JournalStore } from "../effects/journal.ts";
import { toolTable, type ToolTable } from "../effects/tool-table.ts";
import { resolveMemory, type Memory } from "../persistence/memory.ts";
import { checkedContext } from "./context-option.ts";
import {
  checkedCollections,
  checkedFlag,
  checkedGenerate,
  checkedJournal,
  checkedLastValue,
  checkedRecord,
  checkedSchema,
  checkedStore,
  checkedYield,
} from "./option-checks.ts";
import { runOptionNames } from "./option-names.ts";
import { prepareOptionNames, runOptionAliases } from "./prepare-option-names.ts";
import type { LispRunOptions, PrepareOptions, ProgramRunOptions } from "./run-options.ts";

export interface ResolvedPrepareOptions {
  readonly tools: ToolTable;
  /** The tools as they were given, for runs in passes. */
  readonly given: Tools | undefined;
  readonly limits: Limits;
  readonly memoryNames: ReadonlySet<string>;
  readonly contextNames: ContextNames | undefined;
  readonly clock: Clock;
  readonly generate: "auto" | "never" | GenerateAfter;
  readonly libraries: Libraries | undefined;
}

/** The options for preparing a program, with undefined for absent ones. */
export type GivenPrepareOptions = {
  readonly [Name in keyof PrepareOptions]?: PrepareOptions[Name] | undefined;
};

/** @throws OptionError */
export function resolvePrepareOptions(options: GivenPrepareOptions): ResolvedPrepareOptions {
  assertKnownOptions(options, prepareOptionNames satisfies readonly (keyof PrepareOptions)[]);
  const limits = resolveLimits(options.limits);
  const clock = options.clock ?? systemClock;
  return {
    tools: toolTable(options.tools, limits, clock),
    given: options.tools,
    limits,
    memoryNames: new Set(options.memoryNames),
    contextNames: options.context === undefined ? undefined : ContextNames.of(options.context),
    clock,
    generate: checkedGenerate(options.generate),
    // The entries of the package have replaced sources by the checked libraries.
    libraries: options.libraries as Libraries | undefined,
  };
}

export interface ResolvedRunOptions<Return> {
  readonly activity: RunActivity | undefined;
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
  /** Set if a last value that the program doesn't return is only shown. */
  readonly showsLastValue: ShownElements | undefined;
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
    activity: options.activity,
    memory: resolveMemory(options.memory),
    returns: checkedSchema(options.returns),
    signal: options.signal,
    chargeToolTime: checkedFlag("chargeToolTime", options.chargeToolTime),
    history: options.history ?? noHistory,
    collections: checkedCollections(options.collections),
    showsLastValue: checkedLastValue(options),
    clock,
    random,
    trace: options.trace ?? silentTrace,
    runId: options.runId,
    turn: options.turn ?? 1,
    journal: checkedJournal(options.journal),
    onJournal: checkedStore(options),
    budget: checkedRecord("budget", options.budget),
    hideFirewalled: checkedFlag("hideFirewalled", options.hideFirewalled),
    firewall,
  };
}

/** Splits the options of `run` into those for preparing the program and those for its run. */
export function splitRunOptions<Return>(options: LispRunOptions<Return>): {
  prepare: GivenPrepareOptions;
  run: ProgramRunOptions<Return>;
} {
  const { tools, limits, generate, libraries, ...run } = options;
  return {
    prepare: { tools, limits, clock: run.clock, generate, libraries },
    run,
  };
}

/** Default options, shared by all runs because they hold no state of a run. */
const noHistory: readonly Value[] = [];
const silentTrace: TraceScope = /* @__PURE__ */ new TraceScope({
  sink: undefined,
  clock: systemClock,
  random: Math.random,
  traceId: "",
});
