// Loads a recorded run, and finds the folder of its mission.

import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { oneLine } from "@ptc/core/internal/errors";
import { LoadError } from "@ptc/core/internal/host";
import type { RunRecording } from "../../../recording/index.ts";
import { readTextFile, type CurrentFolder } from "@ptc/core/internal/node";
import { missionModuleIn } from "./load-mission.ts";

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

export interface MissionSearch {
  /** The path of the recording, as the user passed it. */
  readonly path: string;
  /** Says how to pass the folder of the mission. */
  readonly hint: string;
  /** The absolute folder of the mission, if this user recorded the run. */
  readonly recordedIn: string | undefined;
}

/**
 * Returns the folder that the recording names, if it is inside the current folder, or else the one
 * that this user recorded. The recording is untrusted, so its names are only compared with existing
 * folders, and lead to no folder outside the current one.
 * @throws LoadError that names the folders in which there is no mission
 */
export function missionFolderOf(
  current: CurrentFolder,
  { header }: RunRecording,
  { path, hint, recordedIn }: MissionSearch,
): string {
  const { mission } = header;
  const inside = mission === undefined ? undefined : folderInside(current, mission);
  if (inside !== undefined && missionModuleIn(resolve(current.folder, inside)) !== undefined)
    return inside;
  if (recordedIn !== undefined && missionModuleIn(recordedIn) !== undefined) return recordedIn;
  const named =
    mission === undefined
      ? "the recording doesn't name its mission folder"
      : `the recording names the mission folder ${oneLine(mission.join("/") || ".", 300)}, but the current folder ${current.folder} has no mission there`;
  const moved =
    recordedIn === undefined
      ? ""
      : `; it was recorded with the mission in ${recordedIn}, which is gone`;
  throw new LoadError(`${path}: ${named}${moved} (${hint})`);
}

function folderInside(current: CurrentFolder, names: readonly string[]): string | undefined {
  let folder = ".";
  for (const name of names) {
    if (!foldersIn(resolve(current.folder, folder)).includes(name)) return undefined;
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
