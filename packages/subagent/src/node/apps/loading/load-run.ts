// Loads a recorded run, and finds the folder of its mission.

import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { LoadError } from "@ptc/core/internal/host";
import type { RunRecording } from "../../../recording/index.ts";
import { readTextFile, type CurrentFolder } from "@ptc/core/internal/node";

/** Returns the recorded run of a file. @throws LoadError naming the file and the line */
export async function loadRun(current: CurrentFolder, path: string): Promise<RunRecording> {
  const { readRunRecording, RecordingError } = await import("../../../recording/index.ts");
  const text = readTextFile(current, path, "recording");
  try {
    return readRunRecording(text);
  } catch (error) {
    if (error instanceof RecordingError) throw new LoadError(`${path}: ${error.message}`);
    throw error;
  }
}

/**
 * Returns the folder that the recording names. The recording is untrusted, so this only compares
 * its names with existing folders and finds nothing outside the current folder. `hint` says how to
 * pass the folder.
 * @throws LoadError if the recording names no folder, or a missing one
 */
export function missionFolderOf(
  current: CurrentFolder,
  { header }: RunRecording,
  { path, hint }: { readonly path: string; readonly hint: string },
): string {
  const { mission } = header;
  if (mission === undefined)
    throw new LoadError(`${path}: the recording doesn't name its mission folder (${hint})`);
  let folder = ".";
  for (const name of mission) {
    if (!foldersIn(resolve(current.folder, folder)).includes(name))
      throw new LoadError(
        `${path}: the mission folder of the recording isn't in the current folder; change to the folder where it was recorded (or ${hint})`,
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
