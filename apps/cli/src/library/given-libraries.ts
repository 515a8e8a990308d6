// Loads the folder of the option `--libraries`.

import type { Libraries } from "@ptc/lisp";
import type { LoadedMission } from "@ptc/subagent/internal/node";
import type { Host } from "../terminal/host.ts";

/** Loads the libraries of a folder, if one is given. @throws LoadError with all mistakes */
export async function givenLibraries(
  { folder: current }: Pick<Host, "folder">,
  folder: string | undefined,
): Promise<{ readonly libraries?: Libraries }> {
  if (folder === undefined) return {};
  const { loadLibraries } = await import("@ptc/subagent/internal/node");
  return { libraries: await loadLibraries({ folder: current }, folder) };
}

/** Returns the mission with the libraries of a folder, if one is given. @throws LoadError */
export async function withLibraries(
  host: Pick<Host, "folder">,
  loaded: LoadedMission,
  folder: string | undefined,
): Promise<LoadedMission> {
  if (folder === undefined) return loaded;
  const given = await givenLibraries(host, folder);
  const { mission } = loaded;
  return { ...loaded, mission: { ...mission, agent: { ...mission.agent, ...given } } };
}
