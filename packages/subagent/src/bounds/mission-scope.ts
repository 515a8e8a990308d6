// What a mission takes over from the one that started it. Code that starts a mission from within a
// mission makes a scope for it; the root has no mission above it.
//
//   root ──tool call──▶ child ──tool call──▶ grandchild      depth 0, 1, 2
//     turns, calls of tools, requests, tokens, money:   spent below, they are spent above
//     time:                                             the nearest end ends all below it
//     model, registry, prices:                          where the child names none
//     firewall:                                         one for all of them

import type { JournalEntries } from "@ptc/core/internal/contracts";
import type { JournalStore } from "@ptc/lisp";
import type { Firewall } from "@ptc/core/firewall";
import type { ModelChoice, ModelRegistry } from "../model/resolve-model.ts";
import type { Allowance } from "./allowance.ts";
import type { EndAbove } from "./deadline.ts";
import type { Spending } from "./spending.ts";

export interface MissionScope {
  /** The trace of the mission above, and the span in it that started this one. */
  readonly parent?: { readonly traceId: string; readonly spanId?: string };
  /**
   * The first part of the addresses of the mission's effects, which names the run; default: the
   * mission's own trace id.
   */
  readonly runId?: string;
  /** How many missions stand above this one. */
  readonly depth: number;
  /** The largest depth at which a mission may still run. */
  readonly maxDepth: number;
  /** Turns that the missions above may still spend. */
  readonly turns?: Allowance;
  /** Calls of tools that the missions above may still make. */
  readonly toolCalls?: Allowance;
  /** What the missions above may still spend on models. */
  readonly spending?: Spending;
  /** The journal of the mission above, and where it is kept. */
  readonly journal?: JournalEntries;
  readonly onJournal?: JournalStore;
  /** The end of the mission above. */
  readonly deadline?: EndAbove;
  /** The model of the mission above, which is used when neither run nor agent names one. */
  readonly llm?: ModelChoice;
  readonly llmRegistry?: ModelRegistry;
  /**
   * The firewall of the mission above, which knows what stood in firewalled fields there: what a
   * model above may not see, one below may not see either.
   */
  readonly firewall?: Firewall;
}

/** The scope of a mission that an application starts. */
export const rootScope: MissionScope = { depth: 0, maxDepth: Infinity };
