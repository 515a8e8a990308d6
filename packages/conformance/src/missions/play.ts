// Plays a mission with recorded responses, until it ends in a step or needs another response.

import { createHash } from "node:crypto";
import { contentText, type RecordedAnswer, type Recording } from "@ptc/llm";
import { estimateUsage } from "@ptc/llm/adapter";
import { run, type MissionStep, type StepMessage } from "@ptc/subagent";
import { Random } from "../fuzz/random.ts";
import type { SampleMission } from "@ptc/evals/internal";
import { WaitingModel } from "./waiting-model.ts";

/** The seed of the recordings. */
const recordedSeed = 1;

/** A message as a model reads it. */
export type AskedMessage = Pick<StepMessage, "role" | "content">;

export interface Played {
  readonly step: MissionStep;
  /** The messages that the model must answer next; `undefined` once the mission has ended. */
  readonly pending: readonly AskedMessage[] | undefined;
  /** The identifier of the pending messages, which depends on their texts alone. */
  readonly question: string | undefined;
  /** The number of other child missions that also wait for a response. */
  readonly others: number;
  /** The problems of the step. */
  readonly problems: readonly string[];
}

/**
 * Plays a mission. If several child missions wait, `question` selects the pending messages by their
 * identifier. Without it, they are those with the first identifier in alphabetical order, because
 * the order in which branches ask depends on time.
 */
export async function playMission(
  mission: SampleMission,
  recording: Recording,
  { seed = recordedSeed, question }: { seed?: number; question?: string } = {},
): Promise<Played> {
  const { agent, context, check } = mission.world(new Random(seed));
  const asked = new WaitingModel(recording);
  const step = await run(agent, {
    llm: asked.model,
    signal: asked.signal,
    collectMessages: true,
    ...(context === undefined ? {} : { context }),
  });
  const questions = asked.waiting
    .map(({ messages }) =>
      messages.map(({ role, content }) => ({ role, content: contentText(content) })),
    )
    .map((messages) => ({ messages, id: identifierOf(messages) }))
    .sort((left, right) => (left.id < right.id ? -1 : 1));
  const selected = questions.find(({ id }) => question === undefined || id === question);
  return {
    step,
    pending: selected?.messages,
    question: selected?.id,
    others: questions.length - (selected === undefined ? 0 : 1),
    problems: questions.length === 0 ? check(step) : [],
  };
}

function identifierOf(messages: readonly AskedMessage[]): string {
  return createHash("sha256").update(JSON.stringify(messages)).digest("hex").slice(0, 8);
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
