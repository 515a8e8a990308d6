// The effects of a prepared program, with the options that it will run with.

import type { Clock, Tools } from "@ptc/core/contracts";
import { JournalEntries } from "@ptc/core/internal/journal";
import { isObject } from "@ptc/core/internal/host";
import type { MapValue, Value } from "@ptc/core/values";
import type { AnalyzedProgram } from "../analysis/core-tree.ts";
import type { Libraries } from "../analysis/known-libraries.ts";
import { CrossingAccount } from "../evaluation/budget/crossing-account.ts";
import { HostLosses } from "../evaluation/host/host-losses.ts";
import { resolveLimits, type Limits } from "../evaluation/limits.ts";
import { checkedContext } from "../options/context-option.ts";
import type { PrepareOptions } from "../options/run-options.ts";
import { resolveMemory, type Memory } from "../persistence/memory.ts";
import { analyzeEffects } from "./analyze-effects.ts";
import type { ProgramEffects } from "./effect-analysis.ts";

/** The options with which the program will run. Others are ignored. */
export interface AnalyzeOptions {
  readonly tools?: Tools;
  readonly memory?: Memory | Readonly<Record<string, unknown>>;
  /**
   * Its fields bound the number of calls. It is read, but never changed. Without it, programs may
   * read any field.
   */
  readonly context?: Readonly<Record<string, unknown>>;
  readonly libraries?: NonNullable<PrepareOptions["libraries"]>;
  readonly journal?: Readonly<Record<string, unknown>> | JournalEntries;
  /** Results of earlier programs for `*1 *2 *3`. */
  readonly history?: readonly Value[];
  readonly limits?: Partial<Limits>;
  readonly clock?: Clock;
}

/** A prepared program. */
export interface AnalyzedSource {
  readonly source: string;
  readonly analyzed: AnalyzedProgram;
}

/** Returns the effects of a prepared program for a run with these options. */
export function effectsOf(program: AnalyzedSource, options: AnalyzeOptions): ProgramEffects {
  const memory = resolveMemory(options.memory);
  const { journal } = options;
  return analyzeEffects({
    source: program.source,
    analyzed: program.analyzed,
    tools: new Map(Object.entries(options.tools ?? {})),
    memoryNames: new Set(memory.names()),
    memory: (name) => memory.get(name),
    history: options.history ?? [],
    journalSources: journal instanceof JournalEntries ? [] : sourcesIn(journal),
    hasSharedJournal: journal instanceof JournalEntries,
    // `withLibraries` has replaced sources by the checked libraries.
    libraries: options.libraries as Libraries | undefined,
    context: contextOf(options),
  });
}

function contextOf({ context, limits }: AnalyzeOptions): MapValue<Value> | undefined {
  if (context === undefined) return undefined;
  const account = new CrossingAccount(resolveLimits(limits).memoryBytes);
  return checkedContext(context, account, undefined, new HostLosses(false));
}

/** Yields the sources of functions in stored JSON. */
function* sourcesIn(json: unknown): Iterable<string> {
  const open: unknown[] = [json];
  for (let next = open.pop(); open.length > 0 || next !== undefined; next = open.pop()) {
    if (Array.isArray(next)) open.push(...(next as readonly unknown[]));
    else if (isObject(next)) {
      const { source } = next;
      if (typeof source === "string") yield source;
      open.push(...Object.values(next));
    }
  }
}
