// The tools of a single program outside a mission. They are wrapped and limited as in a mission,
// and the program is the parent of the missions that they run.

import type { Tool } from "@ptc/core/contracts";
import type { Firewall } from "@ptc/core/firewall";
import { presentFields } from "@ptc/llm/adapter";
import { assertProvenance, policyGate } from "../agent/policy-option.ts";
import type { PolicyGate } from "@ptc/lisp/internal/policy";
import type { Agent } from "../agent/agent.ts";
import { Allowance } from "../bounds/allowance.ts";
import { rootScope } from "../bounds/mission-scope.ts";
import type { Place } from "../bounds/place.ts";
import { Spending } from "../bounds/spending.ts";
import { missionCaller } from "../loop/calling-mission.ts";
import { ChildMissions } from "../loop/child-missions.ts";
import type { ResolvedMissionOptions } from "../loop/mission-options.ts";
import { missionTools } from "../loop/mission-tools.ts";
import type { ToolCache } from "../loop/tool-cache.ts";
import type { ChildStep } from "../step/step.ts";

const mostWarnings = 100;

export interface ProgramToolsOptions {
  readonly options: ResolvedMissionOptions;
  readonly firewall: Firewall;
  readonly traceId: string;
  readonly toolCache: ToolCache;
  /** Counts the work of the program; undefined if nothing depends on that. */
  readonly place: Place | undefined;
}

export class ProgramTools {
  readonly callable: Readonly<Record<string, Tool>>;
  readonly policy: PolicyGate | undefined;
  /** The calls that the program has left. */
  readonly calls: Allowance;
  /** The first warnings from checking arguments and results, for the developer. */
  readonly warnings: string[] = [];
  private readonly children = new ChildMissions();
  private readonly spending: Spending;
  private readonly maxDepth: number;

  constructor(agent: Agent, given: ProgramToolsOptions) {
    const { options, firewall, traceId, toolCache, place } = given;
    const { children } = this;
    this.calls = new Allowance(agent.maxToolCalls);
    this.spending = new Spending(agent);
    // The data of one run would count for all of them.
    assertProvenance({ policy: agent.policy, provenance: false });
    const policy = policyGate(agent, undefined);
    this.policy = policy;
    const caller = missionCaller(
      {
        traceId,
        options,
        scope: rootScope,
        firewall,
        children,
        levels: agent.maxDepth,
        turns: new Allowance(agent.turnBudget),
        toolCalls: this.calls,
        spending: this.spending,
        policy,
        journal: undefined,
        onJournal: undefined,
        begun: () => presentFields({ llm: options.llm }),
      },
      // `selfTool` needs the signature of an agent, so the options check refuses it.
      () => Promise.reject(new TypeError("no agent runs this program")),
    );
    this.maxDepth = caller.maxDepth;
    this.callable = missionTools(agent, {
      toolCache,
      children,
      calls: this.calls,
      journal: undefined,
      place,
      clock: options.clock,
      random: options.random.jitter,
      caller,
      policy,
      warn: (warning) => {
        if (this.warnings.length < mostWarnings) this.warnings.push(warning);
      },
    });
  }

  /**
   * The fields that `(budget/remaining)` returns besides the program's own budget. They are read at
   * each call, because tools use up requests and calls while the program runs.
   */
  get budget(): Readonly<Record<string, unknown>> {
    const { spending, calls, maxDepth } = this;
    return {
      get "model-calls"() {
        return spending.requestsLeft;
      },
      get "mission-tool-calls"() {
        return calls.left;
      },
      depth: { current: 0, max: maxDepth },
    };
  }

  /** Resolves when all missions that tools have begun are over. */
  async settled(): Promise<void> {
    await this.children.settled();
  }

  get childSteps(): readonly ChildStep[] {
    return this.children.all;
  }
}
