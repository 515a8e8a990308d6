// The effects of missions on the outside: models, tools, the journal store, the budget and the
// clock. Recording or replaying a run replaces these for the run and all its child missions.

import type {
  ApprovalRule,
  Clock,
  ToolArguments,
  ToolContext,
  ToolFunction,
} from "@ptc/core/contracts";
import type { JournalStore } from "@ptc/lisp";
import type { LanguageModel } from "@ptc/llm";
import type { Activity } from "@ptc/core/internal/task";
import type { AskBudget } from "./budget-callback.ts";
import type { ResolveModelResult } from "../model/resolve-model.ts";

export interface Effects {
  /** Returns the model of the mission `runId`. `resolve` finds the default. */
  resolve(runId: string, resolve: () => ResolveModelResult): ResolveModelResult;
  /** Returns the model to call in place of `model`. */
  asked(model: LanguageModel): LanguageModel;
  /** Returns the function to call in place of a function tool. */
  tool(name: string, work: ToolFunction, options: ToolOfMission): ToolFunction;
  /** Returns the store to use in place of `store`. */
  journal(store: JournalStore | undefined): JournalStore | undefined;
  /** Returns the function to call in place of the option `budget`. */
  budget(ask: AskBudget | undefined): AskBudget | undefined;
  clock(clock: Clock): Clock;
  /** Counts what the run does by itself; undefined if its effects don't depend on that. */
  readonly activity: Activity | undefined;
  /**
   * True if programs compute without turns for the host. A turn lets other branches proceed, and
   * when it happens depends on the machine.
   */
  readonly computesAtOnce: boolean;
  /**
   * Resolves when the effect at an address may use what branches share, such as a limit or a cache.
   * Undefined if the order in which they do doesn't matter. Returns undefined if no other branch
   * can reach that.
   */
  readonly claim: Claim | undefined;
  /** Lets calls wait for decisions. Undefined if no call of the run can wait. */
  readonly holds: Holds | undefined;
}

/** A tool as its mission uses it. */
export interface ToolOfMission {
  readonly onlyReads: boolean;
  /** The names of the agents from the run's own to the one that has the tool. */
  readonly agentPath: readonly string[];
}

/** A tool whose calls may wait, as its mission uses it. */
export interface ToolThatWaits extends Pick<ToolOfMission, "agentPath"> {
  readonly name: string;
  readonly needsApproval: boolean | ApprovalRule;
  readonly approvalTimeoutMs: number | undefined;
  readonly suspends: boolean;
  /** The arguments of the call before the contract converted them. */
  readonly requested: (call: ToolContext) => ToolArguments;
  /** Returns edited arguments as converted by the contract, or a promise. @throws TypeError */
  readonly checked: (edited: ToolArguments, call: ToolContext) => unknown;
  /** Takes the call from those that the mission may make. @throws ToolFailure */
  readonly take: () => void;
  /** Makes an approved call. */
  readonly call: ToolFunction;
  /** Makes an approved call with other arguments than the requested ones. */
  readonly callEdited: ToolFunction;
  /** Returns a result as converted by the contract, or a promise. @throws TypeError */
  readonly answered: (result: unknown, call: ToolContext) => unknown;
}

export interface Holds {
  /** Returns the function that makes a call of `tool`, once it may be made. */
  held(tool: ToolThatWaits): ToolFunction;
  /** True if calls of this tool waited in an earlier pass, and so wait in any case. */
  waitedBefore(name: string): boolean;
  /** True if the process was killed while this call ran. */
  isUncertain(callId: string): boolean;
}

export type Claim = (address: string) => Promise<void> | undefined;

/** Effects without recording or replay. */
export const realEffects: Effects = {
  resolve: (_runId, resolve) => resolve(),
  asked: (model) => model,
  tool: (_name, work) => work,
  journal: (store) => store,
  budget: (ask) => ask,
  clock: (clock) => clock,
  activity: undefined,
  computesAtOnce: false,
  claim: undefined,
  holds: undefined,
};
