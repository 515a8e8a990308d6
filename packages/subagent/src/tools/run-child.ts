// Runs the mission of a tool call.

import type { ToolArguments, ToolContext } from "@ptc/core/contracts";
import type { Agent } from "../agent/agent.ts";
import type { MissionCaller } from "../bounds/mission-caller.ts";
import type { MissionScope } from "../bounds/mission-scope.ts";
import { nextTask } from "../bounds/next-task.ts";
import { childOptions } from "../loop/child-missions.ts";
import { MissionRun } from "../loop/mission-run.ts";
import type { Mode } from "../modes/mode.ts";
import type { MissionStep } from "../step/step.ts";

export interface ChildCall {
  readonly args: ToolArguments;
  readonly call: ToolContext;
  readonly caller: MissionCaller;
}

/** Runs `agent` within `scope`, with the arguments of the call as its context. */
export async function runChild(
  agent: Agent,
  { args, call, caller }: ChildCall,
  scope: MissionScope,
  mode?: Mode,
): Promise<MissionStep> {
  // Making its prompt waits for nothing, and a program may start many.
  await nextTask();
  const mission = new MissionRun(agent, childOptions(args, call, caller), scope, mode);
  call.noteChild(mission.traceId);
  return await caller.track(mission.run());
}
