// The interface of the calling mission for tools that run missions.

import type { Clock, ToolArguments, ToolContext, TraceSink } from "@ptc/core/contracts";
import type { Firewall } from "@ptc/core/firewall";
import type { ModelDeltaEvent } from "../model/model-delta.ts";
import type { ModelChoice } from "../model/resolve-model.ts";
import type { BudgetCallback } from "./budget-callback.ts";
import type { Effects } from "./effects.ts";
import type { Price } from "./request-cost.ts";
import type { MissionRandom } from "./mission-random.ts";
import type { MissionScope } from "./mission-scope.ts";

/** The options that child missions inherit. */
export interface InheritedOptions {
  readonly collectMessages: boolean;
  readonly sink: TraceSink | undefined;
  readonly onDelta: ((event: ModelDeltaEvent) => void) | undefined;
  readonly clock: Clock;
  readonly random: MissionRandom;
  readonly effects: Effects;
  readonly price: Price | undefined;
  readonly budget: BudgetCallback | undefined;
  readonly deps: unknown;
}

export interface MissionCaller {
  readonly inherited: InheritedOptions;
  /** Knows the values that the caller's model must not see. */
  readonly firewall: Firewall;
  /** The names of the agents from the run's own to this one. Empty if no agent calls. */
  readonly agentPath: readonly string[];
  /** The largest depth at which a child mission may still run. */
  readonly maxDepth: number;
  /**
   * Returns the scope of an agent that `call` starts. `llm` takes precedence over the caller's
   * model.
   */
  readonly scope: (call: ToolContext, llm?: ModelChoice) => MissionScope;
  /**
   * Returns the scope of a single model request by `call`. It uses requests of the caller but no
   * turns. Because it has no tools, it may run below the deepest agent.
   */
  readonly scopeOfModel: (call: ToolContext, llm?: ModelChoice) => MissionScope;
  /**
   * Makes the caller wait for `mission` before it ends. `mission` ends soon after the caller is
   * ended.
   */
  readonly track: <Step>(mission: Promise<Step>) => Promise<Step>;
  /** Runs the caller's agent again. Resolves to its step. */
  readonly again: (args: ToolArguments, call: ToolContext) => Promise<unknown>;
}
