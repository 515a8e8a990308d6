// Loads a recording of a model's answers as a model.

import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { createRecordedModel, isModelError, parseRecording, type RecordedModel } from "@ptc/llm";
import { LoadError } from "@ptc/core/internal/host";
import { readTextFile, type CurrentFolder } from "@ptc/core/internal/node";
import type { ReplayAwareModel } from "../../../model/replayed-request.ts";

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
 * Returns the recorded model of a file. In a resumed run, it skips the answers from before.
 * @throws LoadError naming the file, and the position in it
 */
export function loadRecording(current: CurrentFolder, file: string): RecordedModel {
  const parsed = parseRecording(readTextFile(current, file, "recording"));
  if (!parsed.ok) throw new LoadError(`recording ${file}: ${parsed.message}`);
  try {
    return continuable(createRecordedModel(parsed.recording));
  } catch (error) {
    if (isModelError(error)) throw new LoadError(`recording ${file}: ${error.message}`);
    throw error;
  }
}

/** The queue of the request's mission drops an answer for each request before the run waited. */
function continuable(model: RecordedModel): RecordedModel & ReplayAwareModel {
  return {
    ...model,
    replayed: ({ signal: _signal, ...request }) => {
      // The run has continued with another model if there are fewer answers.
      model.generate(request).catch(() => undefined);
    },
  };
}
