// The agents of `createRuns`: each name has an agent, or a function that returns one with the
// options of its run.

import { OptionError } from "@ptc/core/errors";
import { isObject } from "@ptc/core/internal/host";
import { shortened } from "@ptc/core/internal/printing";
import { checkedAgent, type AnyAgent } from "../agent/agent.ts";
import { isRecord, knownOptions, wrongOption } from "../options/option-checks.ts";
import type { UncontextedRunOptions } from "../run/started-mission.ts";
import { RunsError } from "./runs-error.ts";

/** The input of a run. */
export interface RunRequest {
  readonly id: string;
  readonly agent: string;
  readonly tags: readonly string[];
  /** The stored context. Firewalled fields are missing if they aren't stored. */
  readonly context: Readonly<Record<string, unknown>>;
  readonly prompt?: string;
}

/** The options that the store determines. */
type Determined =
  | "journal"
  | "onJournal"
  | "onCheckpoint"
  | "random"
  | "record"
  | "checkpointKey"
  | "encryptionKey"
  | "keepContext";

/** An agent with the options of its run. */
export interface RunSetup {
  readonly agent: AnyAgent;
  /** Options of `run`, such as `llm`, `tools` and `deps`. */
  readonly options?: Omit<UncontextedRunOptions<unknown>, Determined>;
  /**
   * Returns the context of the run: the stored one with values that aren't stored, such as secrets.
   * It must return the same values each time.
   */
  readonly context?: (
    stored: Readonly<Record<string, unknown>>,
  ) => Readonly<Record<string, unknown>> | PromiseLike<Readonly<Record<string, unknown>>>;
}

/**
 * An agent that has its own `llm`, or a function that is called whenever a run begins or continues.
 */
export type RunAgent<Request extends RunRequest = RunRequest> =
  AnyAgent | ((request: Request) => RunSetup | PromiseLike<RunSetup>);

/** Agents by name. */
export type RunAgents<Request extends RunRequest = RunRequest> = Readonly<
  Record<string, RunAgent<Request>>
>;

/** Returns the agents by name. @throws OptionError */
export function checkedAgents<Request extends RunRequest>(
  agents: RunAgents<Request>,
): ReadonlyMap<string, RunAgent<Request>> {
  if (!isRecord(agents)) throw wrongOption("agents", "expected agents by name", agents);
  const checked = new Map(Object.entries(agents));
  for (const [name, agent] of checked) {
    if (name === "" || name.length > 200)
      throw new OptionError("agents", "expected names of 1 to 200 characters");
    if (typeof agent === "function" || isObject(agent)) continue;
    throw wrongOption(`agents.${name}`, "expected an agent or a function", agent);
  }
  return checked;
}

/** Returns an agent. @throws RunsError for a name that `agents` lacks */
export function agentNamed<Request extends RunRequest>(
  agents: ReadonlyMap<string, RunAgent<Request>>,
  name: string,
): RunAgent<Request> {
  const agent = agents.get(name);
  if (agent !== undefined) return agent;
  const names = [...agents.keys()].join(", ");
  throw new RunsError(
    "unknown_agent",
    `there is no agent ${JSON.stringify(shortened(name, 100))}: add it to \`agents\` (they are: ${shortened(names === "" ? "none" : names, 300)})`,
  );
}

/**
 * Returns the agent of a run with its options.
 * @throws OptionError for a setup with unknown fields; errors of the function
 */
export async function setupOf<Request extends RunRequest>(
  agent: RunAgent<Request>,
  request: Request,
): Promise<RunSetup> {
  if (typeof agent !== "function") {
    if (request.prompt !== undefined)
      throw new OptionError(
        "prompt",
        `the agent ${JSON.stringify(request.agent)} has a prompt: use a function in \`agents\` to make an agent of the prompt`,
      );
    return { agent: checkedAgent(agent) };
  }
  const setup = await agent(request);
  const within = `agents.${request.agent}().`;
  knownOptions(setup, ["agent", "options", "context"], within);
  checkedAgent(setup.agent);
  if (setup.context !== undefined && typeof setup.context !== "function")
    throw wrongOption(
      `${within}context`,
      "expected a function of the stored context",
      setup.context,
    );
  return setup;
}
