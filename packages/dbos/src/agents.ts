// The agents of durable runs: those of `createRuns`, whose functions can also make tools of other
// agents.

import type { RunAgent, RunRequest } from "@ptc/subagent/runs";
import type { DurableTool, DurableToolOptions } from "./tools/run-tool.ts";

/** The input of a run. */
export interface DurableRunRequest extends RunRequest {
  /** Makes tools of agents whose runs any worker may continue. */
  readonly runs: AgentRuns;
}

/** The part of `DurableRuns` that makes tools. */
export interface AgentRuns {
  /**
   * Returns a tool that runs an agent as a run of its own, on any worker. The call waits for it,
   * and fails if it fails.
   */
  asTool(agent: string, options: DurableToolOptions): DurableTool;
}

/**
 * An agent that has its own `llm`, or a function that is called whenever a run begins or
 * continues.
 */
export type DurableAgent = RunAgent<DurableRunRequest>;
