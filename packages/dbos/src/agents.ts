// The agents of durable runs: each name has an agent, or a function that returns one with the
// options of its run.

import { OptionError } from "@ptc/core/errors";
import { isObject } from "@ptc/core/internal/host";
import { shortened } from "@ptc/core/internal/printing";
import type { AgentRunOptions, AnyAgent } from "@ptc/subagent";
import { DurableRunsError } from "./runs-error.ts";
import type { DurableTool, DurableToolOptions } from "./tools/run-tool.ts";

/** The input of a run. */
export interface DurableRunRequest {
  readonly id: string;
  readonly agent: string;
  readonly tags: readonly string[];
  /** The stored context. Firewalled fields are missing. */
  readonly context: Readonly<Record<string, unknown>>;
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

/** The options that this package sets. */
type Determined =
  | "context"
  | "signal"
  | "journal"
  | "onJournal"
  | "onCheckpoint"
  | "random"
  | "record"
  | "checkpointKey"
  | "encryptionKey"
  | "keepContext";

/** An agent with the options of its run. */
export interface DurableRunSetup {
  readonly agent: AnyAgent;
  /** Options of `run`, such as `llm`, `tools` and `deps`. */
  readonly options?: Omit<AgentRunOptions, Determined>;
  /**
   * Returns the context of the run: the stored one with values that aren't stored, such as secrets.
   * It must return the same values each time.
   */
  readonly context?: (
    stored: Readonly<Record<string, unknown>>,
  ) => Readonly<Record<string, unknown>> | PromiseLike<Readonly<Record<string, unknown>>>;
}

/**
 * An agent that has its own `llm`, or a function that is called whenever a run begins or
 * continues.
 */
export type DurableAgent =
  AnyAgent | ((request: DurableRunRequest) => DurableRunSetup | PromiseLike<DurableRunSetup>);

/** @throws OptionError */
export function checkedAgents(
  agents: Readonly<Record<string, DurableAgent>>,
): ReadonlyMap<string, DurableAgent> {
  if (!isObject(agents)) throw new OptionError("agents", "expected agents by name");
  const checked = new Map(Object.entries(agents));
  for (const [name, agent] of checked) {
    if (name === "" || name.length > 200)
      throw new OptionError("agents", "expected names of 1 to 200 characters");
    if (typeof agent !== "function" && !isObject(agent))
      throw new OptionError(`agents.${shortened(name, 100)}`, "expected an agent or a function");
  }
  return checked;
}

/** @throws DurableRunsError `unknown_agent` */
export function agentNamed(agents: ReadonlyMap<string, DurableAgent>, name: string): DurableAgent {
  const agent = agents.get(name);
  if (agent !== undefined) return agent;
  const names = [...agents.keys()].join(", ");
  throw new DurableRunsError(
    "unknown_agent",
    `there is no agent ${JSON.stringify(shortened(name, 100))}: add it to \`agents\` (they are: ${shortened(names === "" ? "none" : names, 300)})`,
  );
}

/** @throws DurableRunsError, and errors of the application's function */
export async function setupOf(
  agents: ReadonlyMap<string, DurableAgent>,
  request: DurableRunRequest,
): Promise<DurableRunSetup> {
  const agent = agentNamed(agents, request.agent);
  return typeof agent === "function" ? await agent(request) : { agent };
}
