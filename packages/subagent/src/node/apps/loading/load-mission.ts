// Finds and checks the mission of a folder: `mission.ts`, `mission.js` or `mission.mjs`, with a
// `Mission` or an agent as its default export.

import { existsSync, statSync, type Stats } from "node:fs";
import { join, resolve } from "node:path";
import { oneLine } from "@ptc/core/internal/errors";
import { LoadError, fileProblem, isObject } from "@ptc/core/internal/host";
import type { Agent, Mission } from "../../../index.ts";
import { importModule } from "./import-module.ts";
import type { CurrentFolder } from "@ptc/core/internal/node";

const moduleNames = ["mission.ts", "mission.js", "mission.mjs"] as const;

const mostTitle = 100;

/** A mission and its module. */
export interface LoadedMission {
  readonly mission: Mission;
  /** The path of the module, relative to the folder that was passed. */
  readonly file: string;
}

/** Loads the mission of a folder. @throws LoadError naming the folder or the file */
export async function loadMission(current: CurrentFolder, folder: string): Promise<LoadedMission> {
  const path = resolve(current.folder, folder);
  const found = statistics(path, folder);
  if (found === undefined) throw new LoadError(`mission folder ${folder}: no such folder`);
  if (!found.isDirectory())
    throw new LoadError(`mission folder ${folder}: this is a file; pass its folder instead`);
  const name = missionModuleIn(path);
  if (name === undefined)
    throw new LoadError(`mission folder ${folder}: found no mission.ts, mission.js or mission.mjs`);
  const file = join(folder, name);
  return { mission: checkedMission(await importModule(join(path, name), file), file), file };
}

/** Returns the name of the mission's module in a folder, if there is one. */
export function missionModuleIn(path: string): string | undefined {
  return moduleNames.find((candidate) => existsSync(join(path, candidate)));
}

function statistics(path: string, folder: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    throw new LoadError(`mission folder ${folder}: ${fileProblem(error)}`);
  }
}

const expected =
  "expected a mission as the default export: { title, agent: defineAgent({ … }), context?: () => ({ … }) }, or an agent: defineAgent({ … })";

/** Checks the fields of the mission, or of a bare agent. `defineAgent` has checked the agent. */
function checkedMission(module: unknown, file: string): Mission {
  const mission = fieldOf(module, "default");
  if (isAgent(mission)) return missionOfAgent(mission);
  const problem = missionProblem(mission);
  if (problem !== undefined) throw new LoadError(`${file}: ${problem}; ${expected}`);
  return mission as Mission;
}

function missionProblem(mission: unknown): string | undefined {
  if (mission === undefined) return "the default export is missing";
  if (typeof fieldOf(mission, "title") !== "string") return "`title` is not a string";
  if (!isAgent(fieldOf(mission, "agent"))) return "`agent` was not made by defineAgent";
  const context = fieldOf(mission, "context");
  return context === undefined || typeof context === "function"
    ? undefined
    : "`context` is not a function";
}

function isAgent(value: unknown): value is Agent {
  return (
    typeof fieldOf(value, "prompt") === "string" &&
    fieldOf(value, "tools") instanceof Map &&
    typeof fieldOf(value, "signature") === "object"
  );
}

/** An agent without a mission has its name or the first line of its prompt as title. */
function missionOfAgent(agent: Agent): Mission {
  const [line = ""] = agent.prompt.trimStart().split("\n", 1);
  return { title: agent.name ?? oneLine(line, mostTitle), agent };
}

function fieldOf(value: unknown, name: string): unknown {
  return isObject(value) ? value[name] : undefined;
}
