// What stands between a mission and the world: its models, its tools, its journal's store, its
// budget and the clock. A run that is recorded or played back puts something of its own there, for
// itself and for all missions below it.

import type { Clock, ToolFunction } from "@ptc/core/contracts";
import type { JournalStore } from "@ptc/lisp";
import type { LanguageModel } from "@ptc/llm";
import type { AskBudget } from "./budget-callback.ts";
import type { ResolveModelResult } from "../model/resolve-model.ts";

export interface Effects {
  /** The model of the mission `runId`; `resolve` finds the one that it asks otherwise. */
  resolve(runId: string, resolve: () => ResolveModelResult): ResolveModelResult;
  /** What is asked in place of `model`. */
  asked(model: LanguageModel): LanguageModel;
  /** What is called in place of a tool that is a function. */
  tool(name: string, work: ToolFunction): ToolFunction;
  /** What keeps the journal in place of `store`. */
  journal(store: JournalStore | undefined): JournalStore | undefined;
  /** What is asked in place of the option `budget`. */
  budget(ask: AskBudget | undefined): AskBudget | undefined;
  clock(clock: Clock): Clock;
  /** How long to wait in place of `milliseconds`, before something is tried again. */
  readonly pause: (milliseconds: number) => number;
}

/** The world as it is. */
export const realEffects: Effects = {
  resolve: (_runId, resolve) => resolve(),
  asked: (model) => model,
  tool: (_name, work) => work,
  journal: (store) => store,
  budget: (ask) => ask,
  clock: (clock) => clock,
  pause: (milliseconds) => milliseconds,
};
