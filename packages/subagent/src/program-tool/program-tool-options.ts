// The options of a program tool: an agent's options for tools and programs, and a mission's options
// for the host. Each has the same meaning as there.

import { knownOptions, isBoolean } from "../options/option-checks.ts";
import type { Agent } from "../agent/agent.ts";
import type { AgentOptions } from "../agent/agent-options.ts";
import { missionOptions, type MissionOptions } from "../loop/mission-options.ts";
import { agentOfTools } from "../run/agent-of-tools.ts";
import type { CheckpointOptions } from "@ptc/lisp";

const agentNames = [
  "name",
  "tools",
  "libraries",
  "limits",
  "format",
  "firewall",
  "policy",
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

const keyNames = [
  "checkpointKey",
  "encryptionKey",
] as const satisfies readonly (keyof CheckpointOptions)[];

/**
 * The options of `createProgramTool`. Limits per mission apply to each program: `maxToolCalls`,
 * `maxModelCalls`, `maxTokens`, `maxCost` and `turnBudget` start again for each one.
 */
export interface ProgramToolOptions
  extends
    Pick<AgentOptions, (typeof agentNames)[number]>,
    Pick<MissionOptions, (typeof hostNames)[number]>,
    Pick<CheckpointOptions, (typeof keyNames)[number]> {
  /**
   * True to let later programs read definitions made with `def`, and the last values `*1 *2 *3`.
   * Programs then run one after the other, and a tool serves a single conversation, so create one
   * tool per conversation. Default false: every program is independent.
   */
  readonly keepMemory?: boolean;
}

/** The names of `ProgramToolOptions`. */
const programToolOptionNames = [...agentNames, ...hostNames, ...keyNames, "keepMemory"] as const;

export interface ResolvedProgramToolOptions {
  readonly agent: Agent;
  readonly host: Pick<MissionOptions, (typeof hostNames)[number]>;
  readonly keepsMemory: boolean;
  readonly keys: Pick<CheckpointOptions, (typeof keyNames)[number]>;
}

/** @throws OptionError naming the option or the tool */
export function resolvedOptions(options: ProgramToolOptions): ResolvedProgramToolOptions {
  knownOptions(options, programToolOptionNames);
  const host = pick(options, hostNames);
  // Check the mission's options now.
  missionOptions(host);
  return {
    agent: agentOfTools(pick(options, agentNames)),
    host,
    keys: pick(options, keyNames),
    keepsMemory: isBoolean("keepMemory", options.keepMemory ?? false),
  };
}

function pick<Options extends object, Name extends keyof Options & string>(
  options: Options,
  names: readonly Name[],
): Pick<Options, Name> {
  // The selected fields keep their types from `Options`.
  return Object.fromEntries(
    names.filter((name) => options[name] !== undefined).map((name) => [name, options[name]]),
  ) as Pick<Options, Name>;
}
