// Plays the programs of a scenario as the answers of a scripted model in an agent, whose policy and
// options decide instead of those of single runs.

import { createScriptedModel } from "@ptc/llm";
import { defineAgent, resume, run, type MissionStep } from "@ptc/subagent";
import type { Injection } from "./injection.ts";
import { decided, type PlayedInjection, type PlayOptions } from "./play-injection.ts";

/** Plays a scenario in a new world. A person decides as in `playInjection`. */
export async function playInAgent(
  injection: Injection,
  { setting, policy, programs }: PlayOptions,
): Promise<PlayedInjection> {
  const world = injection.world();
  const asked: string[] = [];
  const agent = defineAgent({
    prompt: injection.task,
    tools: world.tools,
    ...(setting !== "off" && { policy, provenance: setting === "strict" ? "strict" : true }),
  });
  // A person may deny the last program. Then the model gives up.
  const llm = createScriptedModel([...injection[programs], '(fail "denied")']);
  const options = { llm, ...(world.context !== undefined && { context: world.context }) };
  let step: MissionStep = await run(agent, options);
  while (step.status === "waiting") {
    asked.push(...step.pending.map(({ why = "" }) => why));
    const decisions = decided(step.pending, programs);
    step = await resume(agent, step.checkpoint, { ...options, decisions });
  }
  return {
    isAttacked: world.isAttacked(),
    isSolved: step.ok && world.isSolved(step.return),
    asked,
    failed: step.ok ? [] : [step.fail.message],
  };
}
