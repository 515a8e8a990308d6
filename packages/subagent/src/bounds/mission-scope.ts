// The values that a mission inherits from its parent. Code that starts a child mission creates a
// scope for it. The root mission has no parent.
//
//   root ──tool call──▶ child ──tool call──▶ grandchild      depth 0, 1, 2
//     turns, tool calls, requests, tokens, cost:        a child also spends its parent's
//     time:                                             the nearest end ends all below it
//     model, registry, prices:                          if the child has none
//     firewall:                                         one for all of them

import type { JournalEntries } from "@ptc/core/internal/journal";
import type { PolicyGate } from "@ptc/lisp/internal/policy";
import type { JournalStore } from "@ptc/lisp";
import type { Firewall } from "@ptc/core/firewall";
import type { ModelChoice, ModelRegistry } from "../model/resolve-model.ts";
import type { Allowance } from "./allowance.ts";
import type { EndAbove } from "./deadline.ts";
import type { Place } from "./place.ts";
import type { Spending } from "./spending.ts";

export interface MissionScope {
  /** The trace of the parent mission, and the span in it that started this one. */
  readonly parent?: { readonly traceId: string; readonly spanId?: string };
  /**
   * The run's id: the first part of the addresses of the mission's effects. Default: the mission's
   * own trace id.
   */
  readonly runId?: string;
  /** The number of missions above this one. */
  readonly depth: number;
  /** The names of the agents above this one, the outermost first. */
  readonly agentPath?: readonly string[];
  /** The largest depth at which a mission may still run. */
  readonly maxDepth: number;
  /** The turns left to the parent missions. */
  readonly turns?: Allowance;
  /** The tool calls left to the parent missions. */
  readonly toolCalls?: Allowance;
  /** The model requests, tokens and cost left to the parent missions. */
  readonly spending?: Spending;
  /** The journal of the parent mission, and its store. */
  readonly journal?: JournalEntries;
  readonly onJournal?: JournalStore;
  /** The end of the parent mission. */
  readonly deadline?: EndAbove;
  /** The place of the call that started the mission. */
  readonly place?: Place;
  /** The model of the parent mission, used if neither the run nor the agent has one. */
  readonly llm?: ModelChoice;
  readonly llmRegistry?: ModelRegistry;
  /** The policies of the parent mission and of those above it. */
  readonly policy?: PolicyGate;
  /**
   * The firewall of the parent mission, which has noted its firewalled values. Child missions
   * can't reveal them either.
   */
  readonly firewall?: Firewall;
}

/** The scope of a mission that an application starts. */
export const rootScope: MissionScope = { depth: 0, maxDepth: Infinity };
