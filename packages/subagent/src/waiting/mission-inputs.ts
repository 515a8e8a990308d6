// Digests of the inputs of a mission: a resumed one must have equal inputs.

import { inputsOf, type CheckpointInputs, type Digests } from "@ptc/lisp/internal/waiting";
import { agentText } from "./agent-text.ts";
import type { PreparedMission } from "./prepared-mission.ts";

export async function missionInputs(
  { agent, options, definition = "", inputs = [] }: PreparedMission,
  digests: Digests,
): Promise<CheckpointInputs> {
  const { context, memory, summaries, toolCache } = options;
  const compared = await inputsOf(
    `${agentText(agent)} ${definition}`,
    { context, memory, inputs: [summaries, toolCache, ...inputs] },
    digests,
  );
  const libraries = agent.libraries?.versions;
  return libraries === undefined ? compared : { ...compared, libraries };
}
