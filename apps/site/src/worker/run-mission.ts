// Runs a mission whose model is the person at the page.

import { defineAgent, run } from "@ptc/subagent";
import type { MissionInput, MissionReply, FailedReply, ModelQuestion } from "./messages.ts";
import { dataContext } from "./data-context.ts";
import { agentTools } from "./mock-tools.ts";

/** Asks the person, and returns their answer. */
export type AskPerson = (question: ModelQuestion) => Promise<string>;

export async function runMission(
  { prompt, signature, state, maxTurns }: MissionInput,
  ask: AskPerson,
): Promise<MissionReply | FailedReply> {
  const data = await dataContext(state.data);
  if (!data.ok) return { kind: "failed", message: data.message };
  const tools = await agentTools(state.tools);
  const agent = defineAgent({
    prompt,
    ...(signature.trim() === "" ? {} : { signature }),
    ...(state.tools.length === 0 ? {} : { tools }),
    maxTurns,
  });
  const step = await run(agent, {
    context: data.context,
    llm: async ({ messages }) =>
      ask({
        kind: "model-question",
        messages: messages.map(({ role, content }) => ({ role, content: textOf(content) })),
      }),
  });
  return {
    kind: "mission",
    ok: step.ok,
    text: step.ok
      ? JSON.stringify(step.return, undefined, 2)
      : `${step.fail.reason}: ${step.fail.message}`,
  };
}

function textOf(content: unknown): string {
  return typeof content === "string" ? content : JSON.stringify(content, undefined, 2);
}
