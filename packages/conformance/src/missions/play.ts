// Plays a mission with answers that were recorded. It ends in a step, or where a further answer is
// needed.

import {
  ModelError,
  createRecordedModel,
  estimateUsage,
  type RecordedAnswer,
  type Recording,
} from "@ptc/llm";
import { run, type MissionStep, type StepMessage } from "@ptc/subagent";
import { Random } from "../fuzz/random.ts";
import type { SampleMission } from "./sample-mission.ts";

/** The seed that recordings were made with. */
const recordedSeed = 1;

export interface Played {
  readonly step: MissionStep;
  /** What the model is to answer next; `undefined` when the mission has ended. */
  readonly pending: readonly StepMessage[] | undefined;
  /** What is wrong with the step. */
  readonly problems: readonly string[];
}

export async function playMission(
  mission: SampleMission,
  recording: Recording,
  seed: number = recordedSeed,
): Promise<Played> {
  const { agent, context, check } = mission.world(new Random(seed));
  const nobody = (): Promise<never> =>
    Promise.reject(
      new ModelError({ kind: "recording_exhausted", message: "there is no answer yet" }),
    );
  const llm = recording.answers.length === 0 ? nobody : createRecordedModel(recording);
  const step = await run(agent, {
    llm,
    collectMessages: true,
    ...(context === undefined ? {} : { context }),
  });
  const isPending = !step.ok && step.fail.details?.kind === "recording_exhausted";
  return {
    step,
    pending: isPending ? (step.messages ?? []) : undefined,
    problems: isPending ? [] : check(step),
  };
}

/**
 * Makes a recorded answer of a text that a model wrote after these messages. Its tokens are
 * estimated.
 */
export function answered(messages: readonly StepMessage[], text: string): RecordedAnswer {
  return {
    text,
    usage: estimateUsage({ messages }, { content: [{ type: "text", text }] }),
    finishReason: "stop",
  };
}
