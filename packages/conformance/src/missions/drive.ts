// The driver of missions. Returns the lines to print: the messages that the model must answer next,
// or the final step of the mission.

import type { Recording } from "@ptc/llm";
import { answered, playMission, type AskedMessage, type Played } from "./play.ts";
import { readRecording, writeRecording } from "./recordings.ts";
import { sampleMissions, type SampleMission } from "@ptc/evals/internal";

const usage = ["usage: list | next <mission> [--all] | answer <mission> <file> [<question>]"];

export async function drive(
  words: readonly string[],
  readText: (file: string) => string,
): Promise<readonly string[]> {
  const [command, name = "", file, question] = words.filter((word) => word !== "--all");
  if (command === "list")
    return await Promise.all(
      sampleMissions.map((known) => summary(known, readRecording(known.name))),
    );
  const mission = sampleMissions.find((candidate) => candidate.name === name);
  if (mission === undefined)
    return [...usage, `missions: ${sampleMissions.map((known) => known.name).join(", ")}`];
  if (command === "next")
    return shown(await playMission(mission, readRecording(name)), words.includes("--all"));
  if (command === "answer" && file !== undefined)
    return await answer(mission, readText(file), question);
  return usage;
}

async function answer(
  mission: SampleMission,
  text: string,
  question: string | undefined,
): Promise<readonly string[]> {
  const recording = readRecording(mission.name);
  const extended = await extendedRecording(mission, recording, text, question);
  if (typeof extended === "string") return [extended];
  writeRecording(mission.name, extended);
  return shown(await playMission(mission, extended), false);
}

/**
 * Returns the recording with the response to a pending question, or why there is no such response.
 * If several child missions wait, the question must be given, so no response gets to another one.
 */
export async function extendedRecording(
  mission: SampleMission,
  recording: Recording,
  text: string,
  question?: string,
): Promise<Recording | string> {
  const { pending, others } = await playMission(
    mission,
    recording,
    question === undefined ? {} : { question },
  );
  if (pending === undefined)
    return others === 0
      ? `${mission.name} has ended; remove answers from its recording to answer anew`
      : `question ${question ?? ""} doesn't wait for an answer; see next ${mission.name}`;
  if (others > 0 && question === undefined)
    return `${String(others + 1)} questions wait for an answer; name the question that next ${mission.name} shows`;
  const isNested = mission.kind === "nested" || others > 0;
  return {
    ...recording,
    answers: [...recording.answers, answered(pending, text, { isNested })],
  };
}

/** Returns one line about the state of a recording. */
export async function summary(mission: SampleMission, recording: Recording): Promise<string> {
  const { answers } = recording;
  if (answers.length === 0) return [mission.name, mission.kind, "not answered yet"].join("\t");
  const { step, pending, problems } = await playMission(mission, recording);
  const tokens = step.usage === undefined ? 0 : (step.usage.totalTokens ?? 0);
  return [
    mission.name,
    mission.kind,
    pending === undefined ? (problems.length === 0 ? "right" : "wrong") : "open",
    `${String(answers.length)} answers`,
    `${String(tokens)} tokens`,
  ].join("\t");
}

function shown(
  { step, pending, question, others, problems }: Played,
  showsAll: boolean,
): readonly string[] {
  if (pending === undefined)
    return [
      step.ok
        ? `ended: ${JSON.stringify(step.return)}`
        : `failed: ${step.fail.reason}: ${step.fail.message}`,
      ...problems.map((problem) => `wrong: ${problem}`),
    ];
  // A child mission starts its own conversation.
  const last = pending.findLastIndex(({ role }) => role === "assistant");
  const seen = showsAll ? 0 : last + 1;
  return [
    ...pending.slice(seen).map(text),
    ...(others === 0
      ? []
      : [
          `=== question ${question ?? ""}: ${String(others)} other missions wait for an answer too`,
        ]),
  ];
}

function text({ role, content }: AskedMessage): string {
  return `=== ${role}\n${content}`;
}
