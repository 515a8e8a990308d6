// Loads the recording whose answers take the place of a model.

import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { createRecordedModel, isModelError, parseRecording, type RecordedModel } from "@ptc/llm";
import { readTextFile } from "../files/read-text.ts";
import type { Host } from "../terminal/host.ts";
import { UsageError } from "../terminal/usage-error.ts";

const recordingName = "recording.json";

/** Whether the folder of the mission has one. */
export function hasRecording(host: Host, folder: string): boolean {
  return existsSync(resolve(host.folder, folder, recordingName));
}

/**
 * The recorded model from the file `given`, or from the folder of the mission.
 * @throws UsageError naming the file, and the place in it
 */
export function loadRecording(
  host: Host,
  folder: string,
  given: string | undefined,
): RecordedModel {
  const file = given ?? join(folder, recordingName);
  if (given === undefined && !hasRecording(host, folder)) {
    throw new UsageError(
      `${file}: there is no recording, and the agent has no llm of its own: name another with --recording, or a model with --model`,
    );
  }
  const parsed = parseRecording(readTextFile(host, file, "recording"));
  if (!parsed.ok) throw new UsageError(`recording ${file}: ${parsed.message}`);
  try {
    return createRecordedModel(parsed.recording);
  } catch (error) {
    if (isModelError(error)) throw new UsageError(`recording ${file}: ${error.message}`);
    throw error;
  }
}
