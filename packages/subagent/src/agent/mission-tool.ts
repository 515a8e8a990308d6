// The type of tools that run a mission: an agent, or a single model request.

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
import type { callWaitNames } from "./call-waits.ts";
import type { ToolContext } from "./tool-context.ts";
import type { ToolContract } from "./tool-contract.ts";

/**
 * A tool that runs a mission, as `asTool`, `llmTool` and `llmQuery` return it. Pass it in the
 * `tools` of an agent.
 */
export interface MissionTool<Deps = unknown>
  extends CallBounds, Pick<Tool, (typeof callWaitNames)[number] | "effect"> {
  /** Only for the compiler; absent at run time. */
  readonly "~deps"?: (deps: Deps) => void;
  readonly description: string | undefined;
  /** The description for native calls. Default: `description`, which may show a program's call. */
  readonly nativeDescription?: string;
  /** The contract as text. Undefined if it is the contract of the agent that has the tool. */
  readonly signature: string | undefined;
  readonly contract: ToolContract | undefined;
  readonly cache: boolean;
  readonly expose?: Exposure;
  readonly nativeResult?: NativeResult;
  /** True if calls of the mission's own tools may wait for decisions. */
  readonly canWait?: boolean;
  /** Runs the mission of a call. Resolves to its step, or to the result of the call. */
  readonly runMission: (
    args: ToolArguments,
    call: CallContext,
    caller: MissionCaller,
  ) => Promise<unknown>;
  /**
   * Converts the mission's answer to the result of the call. If absent, the answer is the result.
   */
  readonly finish?: (
    answer: unknown,
    args: ToolArguments,
    call: CallContext,
    caller: MissionCaller,
  ) => Promise<unknown>;
  /**
   * Returns the failure if this mission, or one below it, names a model that isn't in the
   * registry. `seen` contains the agents that were already checked.
   */
  readonly missingModel: (
    registry: ModelRegistry | undefined,
    seen: Set<object>,
  ) => Fail | undefined;
}

/**
 * One tool of an agent: a function, an object with an `execute` function, or a tool created by
 * `tool`, `asTool`, `llmTool` or `llmQuery`. `Deps` is the type of the run option `deps`.
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
 * of the agent. The option `maxDepth` limits the recursion depth.
 */
export const selfTool: MissionTool = {
  description:
    "Runs this mission again on other data, in a separate agent: use it for a part of the work.",
  signature: undefined,
  contract: undefined,
  cache: false,
  runMission: (args, call, caller) => caller.again(args, call),
  missingModel: () => undefined,
};
