// Runs a mission: at once, or in passes if its calls may wait.

import { agentCanWait } from "../agent/agent-tool.ts";
import type { MissionStep } from "../step/step.ts";
import type { PreparedMission } from "./prepared-mission.ts";

/** Runs a mission until it ends, or until it can only wait. @throws OptionError */
export async function runPrepared(mission: PreparedMission): Promise<MissionStep> {
  const { agent, options, begin } = mission;
  if (agentCanWait(agent) || Object.keys(options.checkpoint).length > 0)
    return await (await import("./waiting-mission.ts")).runWaiting(mission);
  return await begin(options).run();
}
