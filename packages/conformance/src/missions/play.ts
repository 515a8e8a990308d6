// Plays a mission with answers that were recorded. It ends in a step, or where a further answer is
// needed.

import { contentText, type RecordedAnswer, type Recording } from "@ptc/llm";
import { estimateUsage } from "@ptc/llm/adapter";
import { run, type MissionStep, type StepMessage } from "@ptc/subagent";
import { Random } from "../fuzz/random.ts";
import type { SampleMission } from "./sample-mission.ts";
import { WaitingModel } from "./waiting-model.ts";

/** The seed that recordings were made with. */
const recordedSeed = 1;

/** A message as a model reads it. */
export type AskedMessage = Pick<StepMessage, "role" | "content">;

export interface Played {
  readonly step: MissionStep;
  /** What the model is to answer next; `undefined` when the mission has ended. */
  readonly pending: readonly AskedMessage[] | undefined;
  /** How many other missions below it wait for an answer too. */
  readonly others: number;
  /** What is wrong with the step. */
  readonly problems: readonly string[];
}

export async function playMission(
  mission: SampleMission,
  recording: Recording,
  seed: number = recordedSeed,
): Promise<Played> {
  const { agent, context, check } = mission.world(new Random(seed));
  const asked = new WaitingModel(recording);
  const step = await run(agent, {
    llm: asked.model,
    signal: asked.signal,
    collectMessages: true,
    ...(context === undefined ? {} : { context }),
  });
  const [first] = asked.waiting;
  return {
    step,
    pending: first?.messages.map(({ role, content }) => ({ role, content: contentText(content) })),
    others: Math.max(0, asked.waiting.length - 1),
    problems: first === undefined ? check(step) : [],
  };
}

/**
 * Makes a recorded answer of a text that a model wrote after these messages. Its tokens are
 * estimated.
 */
export function answered(
  messages: readonly AskedMessage[],
  text: string,
  { isNested = false } = {},
): RecordedAnswer {
  const prompt = messages.find(({ role }) => role === "user")?.content;
  return {
    text,
    ...(isNested && prompt !== undefined ? { mission: prompt } : {}),
    usage: estimateUsage({ messages }, { content: [{ type: "text", text }] }),
    finishReason: "stop",
  };
}
