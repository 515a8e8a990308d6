// Plays a mission with recorded responses, until it ends in a step or needs another response.

import { contentText, estimateUsage, type RecordedAnswer, type Recording } from "@ptc/llm";
import { run, type MissionStep, type StepMessage } from "@ptc/subagent";
import { Random } from "../fuzz/random.ts";
import type { SampleMission } from "./sample-mission.ts";
import { WaitingModel } from "./waiting-model.ts";

/** The seed of the recordings. */
const recordedSeed = 1;

/** A message as a model reads it. */
export type AskedMessage = Pick<StepMessage, "role" | "content">;

export interface Played {
  readonly step: MissionStep;
  /** The messages that the model must answer next; `undefined` once the mission has ended. */
  readonly pending: readonly AskedMessage[] | undefined;
  /** The number of other child missions that also wait for a response. */
  readonly others: number;
  /** The problems of the step. */
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
 * Makes a recorded response from a text that a model wrote after these messages. Its tokens are
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
