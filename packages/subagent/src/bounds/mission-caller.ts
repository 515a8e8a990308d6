// What a tool that runs a mission is given of the mission whose program calls it.

import type { Clock, ToolArguments, ToolContext, TraceSink } from "@ptc/core/contracts";
import type { ModelDelta } from "../model/model-delta.ts";
import type { ModelChoice } from "../model/resolve-model.ts";
import type { BudgetCallback } from "./budget-callback.ts";
import type { Effects } from "./effects.ts";
import type { Price } from "./request-cost.ts";
import type { MissionRandom } from "./mission-random.ts";
import type { MissionScope } from "./mission-scope.ts";

/** The options of a mission that those below it have too. */
export interface InheritedOptions {
  readonly collectMessages: boolean;
  readonly sink: TraceSink | undefined;
  readonly onDelta: ((delta: ModelDelta) => void) | undefined;
  readonly clock: Clock;
  readonly random: MissionRandom;
  readonly effects: Effects;
  readonly price: Price | undefined;
  readonly budget: BudgetCallback | undefined;
  readonly deps: unknown;
}

export interface MissionCaller {
  readonly inherited: InheritedOptions;
  /** The largest depth at which a mission below may still run. */
  readonly maxDepth: number;
  /** The scope of an agent that `call` starts; `llm` goes before the model of the caller. */
  readonly scope: (call: ToolContext, llm?: ModelChoice) => MissionScope;
  /**
   * The scope of a model that `call` asks once. It takes requests of the caller and no turns, and
   * since it calls nothing, it may stand below the deepest agent.
   */
  readonly scopeOfModel: (call: ToolContext, llm?: ModelChoice) => MissionScope;
  /** The caller does not end before `mission`, which ends soon when the caller does. */
  readonly track: <Step>(mission: Promise<Step>) => Promise<Step>;
  /** Runs the agent of the caller once more, and answers with its step. */
  readonly again: (args: ToolArguments, call: ToolContext) => Promise<unknown>;
}
