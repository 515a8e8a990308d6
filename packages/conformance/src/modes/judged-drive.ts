// The driver of the modes. Returns the lines to print: the request that the model must answer next,
// or the final step of the mission. Also makes the table of how many missions passed.

import { contentText, type ModelMessage, type ModelRequest } from "@ptc/llm";
import type { ModeName } from "@ptc/subagent";
import { readRecording, writeRecording } from "../missions/recordings.ts";
import { playIn, writtenAnswer, type JudgedPlay } from "./judged-play.ts";
import { modeNames, modeTable } from "./mode-matrix.ts";
import { modeMissions } from "./mode-missions.ts";

const usage = [
  "usage: table | costs | next <mode> <mission> [--all] | answer <mode> <mission> <file>",
];

/** The recording of a mode: the answers of all missions, distinguished by their prompts. */
export const recordingOf = (mode: ModeName): string => `mode-${mode}`;

/** The modes whose missions a language model has answered. */
export const judgedModes: readonly ModeName[] = modeNames.filter(
  (mode) => readRecording(recordingOf(mode)).answers.length > 0,
);

export async function driveModes(
  words: readonly string[],
  readText: (file: string) => string,
): Promise<readonly string[]> {
  const [command, modeWord, name, file] = words.filter((word) => word !== "--all");
  if (command === "table") return [await judgedTable()];
  if (command === "costs") return [await modeTable(modeMissions)];
  const mode = modeNames.find((candidate) => candidate === modeWord);
  const mission = modeMissions.find((candidate) => candidate.name === name);
  if (mode === undefined || mission === undefined)
    return [...usage, `missions: ${modeMissions.map((known) => known.name).join(", ")}`];
  const recording = readRecording(recordingOf(mode));
  const play = await playIn(mode, mission, recording);
  if (command === "next") return shown(play, words.includes("--all"));
  if (command !== "answer" || file === undefined) return usage;
  if (play.pending === undefined) return ["the mission has ended", ...shown(play, false)];
  const answers = [...recording.answers, writtenAnswer(play.pending, readText(file))];
  const extended = { ...recording, answers };
  writeRecording(recordingOf(mode), extended);
  return shown(await playIn(mode, mission, extended), false);
}

function shown({ pending, step, isRight }: JudgedPlay, showsAll: boolean): readonly string[] {
  if (pending === undefined)
    return [
      step.ok
        ? `ended: ${JSON.stringify(step.return)}`
        : `failed: ${step.fail.reason}: ${step.fail.message}`,
      isRight ? "right" : "wrong",
    ];
  // Show the last response too, for the ids of its calls.
  const last = pending.messages.findLastIndex(({ role }) => role === "assistant") - 1;
  const isWhole = showsAll || last < 0;
  return [
    ...(isWhole ? toolsOf(pending) : []),
    ...pending.messages.slice(isWhole ? 0 : last + 1).map(textOf),
  ];
}

function toolsOf({ tools = [] }: ModelRequest): readonly string[] {
  return tools.length === 0 ? [] : [`=== native tools\n${JSON.stringify(tools, null, 1)}`];
}

function textOf(message: ModelMessage): string {
  if (message.role !== "tool") {
    const calls =
      message.role !== "assistant" || typeof message.content === "string"
        ? []
        : message.content
            .filter((part) => part.type === "tool-call")
            .map(
              ({ toolCallId, toolName, input }) =>
                `${toolCallId}: call of ${toolName} ${JSON.stringify(input)}`,
            );
    return [`=== ${message.role}`, contentText(message.content), ...calls].join("\n");
  }
  return message.content
    .map(
      ({ toolCallId, toolName, output }) =>
        `=== ${toolCallId}: result of ${toolName}\n${String(output)}`,
    )
    .join("\n");
}

/** Returns the table of the guide: how the missions ended with the responses of a model. */
export async function judgedTable(): Promise<string> {
  const rows: (readonly string[])[] = [];
  for (const mode of judgedModes) {
    const recording = readRecording(recordingOf(mode));
    const plays = await Promise.all(modeMissions.map((each) => playIn(mode, each, recording)));
    const count = (holds: (play: JudgedPlay) => boolean): string =>
      String(plays.filter(holds).length);
    rows.push([
      `\`${mode}\``,
      count(({ isRight }) => isRight),
      count(({ step }) => !step.ok),
      count(({ step, isRight }) => step.ok && !isRight),
      String(plays.reduce((sum, { requests }) => sum + requests, 0)),
    ]);
  }
  const head = ["mode", "right", "no answer", "wrong", "requests of all ten"];
  return [head, head.map(() => "---"), ...rows]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n");
}
