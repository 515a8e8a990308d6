// A tool that runs a mission: an agent, or a model that is asked once.

import type {
  Exposure,
  Fail,
  NativeResult,
  Tool,
  ToolArguments,
  ToolContext as CallContext,
  ToolFunction,
  TypedTool,
  TypedToolFunction,
} from "@ptc/core/contracts";
import type { MissionCaller } from "../bounds/mission-caller.ts";
import type { ModelRegistry } from "../model/resolve-model.ts";
import type { CallBounds } from "./call-bounds.ts";
import type { ToolContext } from "./tool-context.ts";
import type { ToolContract } from "./tool-contract.ts";

/** What `asTool`, `llmTool` and `llmQuery` answer: a tool for `tools` of an agent. */
export interface MissionTool<Deps = unknown> extends CallBounds {
  /** For the compiler only; absent at run time. */
  readonly "~deps"?: (deps: Deps) => void;
  readonly description: string | undefined;
  /** The contract as text; undefined when it is that of the agent that has the tool. */
  readonly signature: string | undefined;
  readonly contract: ToolContract | undefined;
  readonly cache: boolean;
  readonly expose?: Exposure;
  readonly nativeResult?: NativeResult;
  /** Runs the mission of a call, and answers with its step or with the value of the call. */
  readonly runMission: (
    args: ToolArguments,
    call: CallContext,
    caller: MissionCaller,
  ) => Promise<unknown>;
  /** Makes the value of the call from what the mission answered; without it, that is the value. */
  readonly finish?: (
    answer: unknown,
    args: ToolArguments,
    call: CallContext,
    caller: MissionCaller,
  ) => Promise<unknown>;
  /**
   * Why a mission could not begin: a model that is named and not in the registry, here or further
   * below. `seen` are the agents that were looked at.
   */
  readonly missingModel: (
    registry: ModelRegistry | undefined,
    seen: Set<object>,
  ) => Fail | undefined;
}

/**
 * One tool of an agent: a function, an object with an `execute` function, or what `tool`, `asTool`,
 * `llmTool` and `llmQuery` answer. `Deps` is what its runs have as `deps`.
 */
export type ToolOfAgent<Deps = unknown> =
  | ToolFunction<ToolContext<Deps>>
  | TypedToolFunction<ToolContext<Deps>>
  | Tool<ToolContext<Deps>>
  | TypedTool<ToolContext<Deps>>
  | MissionTool<Deps>;

/** The tools of an agent by name. Only own properties count. */
export type AgentTools<Deps = unknown> = Readonly<Record<string, ToolOfAgent<Deps>>>;

export function isMissionTool(tool: object): tool is MissionTool<never> {
  return Object.hasOwn(tool, "runMission");
}

/**
 * A tool that runs its own agent again: `tools: { part: selfTool }`. Its contract is the signature
 * of the agent. The option `maxDepth` limits how deep the agent can call itself.
 */
export const selfTool: MissionTool = {
  description:
    "Runs this same mission again on other data, with an agent of its own: for a part of the work.",
  signature: undefined,
  contract: undefined,
  cache: false,
  runMission: (args, call, caller) => caller.again(args, call),
  missingModel: () => undefined,
};
