// The options of a program tool: those of an agent that are about its tools and programs, and those
// of a mission that are about the host. Each means the same as there.

import { knownOptions, isBoolean } from "../options/option-checks.ts";
import type { Agent } from "../agent/agent.ts";
import type { AgentOptions } from "../agent/agent-options.ts";
import { missionOptions, type MissionOptions } from "../loop/mission-options.ts";
import { agentOfTools } from "../run/agent-of-tools.ts";

const agentNames = [
  "name",
  "tools",
  "limits",
  "format",
  "firewall",
  "validation",
  "chargeToolTime",
  "memoryLimitBytes",
  "turnBudget",
  "maxToolCalls",
  "maxModelCalls",
  "maxTokens",
  "maxCost",
  "maxDepth",
] as const satisfies readonly (keyof AgentOptions)[];

const hostNames = [
  "llm",
  "llmRegistry",
  "price",
  "onEvent",
  "trace",
  "clock",
  "random",
] as const satisfies readonly (keyof MissionOptions)[];

/**
 * What counts for a mission there counts for each program here: `maxToolCalls`, `maxModelCalls`,
 * `maxTokens`, `maxCost` and `turnBudget` begin anew with each.
 */
export interface ProgramToolOptions
  extends
    Pick<AgentOptions, (typeof agentNames)[number]>,
    Pick<MissionOptions, (typeof hostNames)[number]> {
  /**
   * Whether what a program defines with `def`, and the last values `*1 *2 *3`, are there for later
   * programs. Then the programs run one after the other, and one tool is for one conversation: who
   * has several makes a tool for each. Default false: each program stands for itself.
   */
  readonly keepMemory?: boolean;
}

/** The names of `ProgramToolOptions`. */
const programToolOptionNames = [...agentNames, ...hostNames, "keepMemory"] as const;

export interface ResolvedProgramToolOptions {
  readonly agent: Agent;
  readonly host: Pick<MissionOptions, (typeof hostNames)[number]>;
  readonly keepsMemory: boolean;
}

/** @throws OptionError naming the option or the tool */
export function resolvedOptions(options: ProgramToolOptions): ResolvedProgramToolOptions {
  knownOptions(options, programToolOptionNames);
  const host = pick(options, hostNames);
  // The checks of a mission's options, at once.
  missionOptions(host);
  return {
    agent: agentOfTools(pick(options, agentNames)),
    host,
    keepsMemory: isBoolean("keepMemory", options.keepMemory ?? false),
  };
}

function pick<Options extends object, Name extends keyof Options & string>(
  options: Options,
  names: readonly Name[],
): Pick<Options, Name> {
  // The fields that are there have the types that they have in `Options`.
  return Object.fromEntries(
    names.filter((name) => options[name] !== undefined).map((name) => [name, options[name]]),
  ) as Pick<Options, Name>;
}
