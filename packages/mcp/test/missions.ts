// Missions of an agent with a scripted model.

import { createScriptedModel } from "@ptc/llm";
import { run, type AgentOptions, type MissionOptions, type MissionStep } from "@ptc/subagent";

export interface Played {
  readonly step: MissionStep;
  /** The system prompt and first message, then the last message before each further response. */
  readonly modelInput: readonly string[];
}

export async function play(
  script: readonly string[],
  options: Partial<AgentOptions> & Omit<MissionOptions, "llm">,
): Promise<Played> {
  const llm = createScriptedModel(script);
  const step = await run("Do it.", { llm, ...options });
  const modelInput = llm.requests.map(({ messages }, index) =>
    (index === 0 ? messages : messages.slice(-1))
      .map(({ content }) => JSON.stringify(content))
      .join("\n"),
  );
  return { step, modelInput };
}

/** A program that returns the message and data of a failure. */
export const caught = (call: string): string =>
  `(try ${call} (catch Exception e [(ex-message e) (:data (ex-data e))]))`;
