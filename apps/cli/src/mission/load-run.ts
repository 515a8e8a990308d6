// Loads a recorded run, and finds the folder of its mission.

import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { readRunRecording, RecordingError, type RunRecording } from "@ptc/subagent/recordings";
import { readTextFile } from "../files/read-text.ts";
import type { Host } from "../terminal/host.ts";
import { UsageError } from "../terminal/usage-error.ts";

/** @throws UsageError that names the file and the line */
export function loadRun(host: Host, path: string): RunRecording {
  const text = readTextFile(host, path, "recording");
  try {
    return readRunRecording(text);
  } catch (error) {
    if (error instanceof RecordingError) throw new UsageError(`${path}: ${error.message}`);
    throw error;
  }
}

/**
 * The folder that the recording names. A recording may come from anywhere, so its names are only
 * compared with those of folders that are there, and nothing outside the current folder is found.
 * @throws UsageError
 */
export function missionFolderOf(host: Host, { header }: RunRecording, path: string): string {
  const { mission } = header;
  if (mission === undefined)
    throw new UsageError(
      `${path} does not say of which mission it is: name the folder, ptc replay ${path} <mission folder>`,
    );
  let folder = ".";
  for (const name of mission) {
    if (!foldersIn(resolve(host.folder, folder)).includes(name))
      throw new UsageError(
        `${path} is of a mission in a folder that is not here: run it where it was recorded, or name the folder, ptc replay ${path} <mission folder>`,
      );
    folder = join(folder, name);
  }
  return folder;
}

function foldersIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith("."))
      .map(({ name }) => name);
  } catch {
    return [];
  }
}
