// Loads a recording of a model's answers as a model.

import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import {
  createRecordedModel,
  isModelError,
  ModelError,
  parseRecording,
  type RecordedModel,
  type Recording,
} from "@ptc/llm";
import { LoadError } from "@ptc/core/internal/host";
import { readTextFile, type CurrentFolder } from "@ptc/core/internal/node";

const recordingName = "recording.json";

/** True if the folder of the mission has a recording. */
export function hasRecording(current: CurrentFolder, folder: string): boolean {
  return existsSync(resolve(current.folder, folder, recordingName));
}

/** Returns the path of the recording in the folder of a mission. */
export function recordingPath(folder: string): string {
  return join(folder, recordingName);
}

/**
 * Returns the recorded model of a file. Its first answers are skipped if the mission has received
 * them before.
 * @throws LoadError naming the file, and the position in it
 */
export function loadRecording(current: CurrentFolder, file: string, answered = 0): RecordedModel {
  const parsed = parseRecording(readTextFile(current, file, "recording"));
  if (!parsed.ok) throw new LoadError(`recording ${file}: ${parsed.message}`);
  try {
    return continuedModel(parsed.recording, answered, file);
  } catch (error) {
    if (isModelError(error)) throw new LoadError(`recording ${file}: ${error.message}`);
    throw error;
  }
}

/** @throws LoadError for a recording of several missions, whose answers have no one order */
function continuedModel(recording: Recording, answered: number, file: string): RecordedModel {
  if (answered === 0) return createRecordedModel(recording);
  if (recording.answers.some(({ mission }) => mission !== undefined))
    throw new LoadError(
      `recording ${file}: its answers name their missions, so a run can't continue with it: use --model`,
    );
  const answers = recording.answers.slice(answered);
  const model = createRecordedModel(answers.length === 0 ? recording : { ...recording, answers });
  return answers.length === 0 ? { ...model, ...exhausted(file) } : model;
}

/** A mission that continues needs a model even if it asks for no further answer. */
function exhausted(file: string): Pick<RecordedModel, "generate" | "stream"> {
  const refuse = (): never => {
    throw new ModelError({
      kind: "recording_exhausted",
      message: `the recording ${file} has no more answers: use --model`,
    });
  };
  return { generate: async () => Promise.resolve(refuse()), stream: refuse };
}
