// Recorded runs and their replays, for tests.

import type { ModelRequest } from "@ptc/llm";
import { expect } from "vitest";
import { run, type Agent, type MissionOptions, type MissionStep } from "../src/index.ts";
import {
  createRunRecorder,
  readRunRecording,
  replay,
  type RunRecording,
} from "../src/recording/index.ts";
import { stepToJson } from "../src/step-json/index.ts";
import { fenced, textOf } from "./missions.ts";

/** Chooses the response by the start of the prompt, one program after the other. */
export function answering(programs: Readonly<Record<string, readonly string[]>>) {
  const asked = new Map<string, number>();
  return async ({ messages }: ModelRequest): Promise<string> => {
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 3));
    const prompt = textOf(messages.find(({ role }) => role === "user")?.content);
    const [start = "", answers = []] =
      Object.entries(programs).find(([beginning]) => prompt.startsWith(beginning)) ?? [];
    const turn = asked.get(prompt) ?? 0;
    asked.set(prompt, turn + 1);
    return fenced(answers[turn] ?? `(fail "nothing for ${start}")`);
  };
}

/** Runs an agent and returns its step with the recording. */
export async function recorded(
  agent: Agent,
  options: Omit<MissionOptions, "record"> & { context?: Record<string, unknown> },
) {
  const lines: string[] = [];
  const recorder = createRunRecorder({
    write: (line) => {
      lines.push(line);
    },
  });
  const step = await run(agent, { ...options, record: recorder });
  expect(recorder.error).toBeUndefined();
  const text = lines.join("");
  return { step, text, recording: readRunRecording(text) };
}

/** Returns the step as JSON, without the order in which branches committed their tasks. */
function unordered(step: MissionStep) {
  return { ...stepToJson(step), journal: step.journal };
}

/** Replays a run with tools and models that must not be called. */
export async function expectSame(
  agent: Agent,
  recording: RunRecording,
  step: Awaited<ReturnType<typeof run>>,
) {
  const again = await replay(agent, recording);
  expect(unordered(again.step)).toEqual(unordered(step));
  expect(again.divergence).toBeUndefined();
  expect(again.isSame).toBe(true);
}
