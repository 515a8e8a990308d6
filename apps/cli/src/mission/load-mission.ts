// Finds and checks the mission in a folder: `mission.ts`, `mission.js` or `mission.mjs`, with a
// default export of the type `Mission`. When it is missing or malformed, this is wrong usage, and
// one message names the file.

import { existsSync, statSync, type Stats } from "node:fs";
import { join, resolve } from "node:path";
import type { Mission } from "@ptc/subagent";
import { importModule } from "../files/import-module.ts";
import { fileProblem } from "../files/read-text.ts";
import type { Host } from "../terminal/host.ts";
import { UsageError } from "../terminal/usage-error.ts";

const moduleNames = ["mission.ts", "mission.js", "mission.mjs"] as const;

export interface LoadedMission {
  readonly mission: Mission;
  /** The path as the user wrote it. */
  readonly file: string;
}

/** @throws UsageError */
export async function loadMission(host: Host, folder: string): Promise<LoadedMission> {
  const path = resolve(host.folder, folder);
  const found = statistics(path, folder);
  if (found === undefined)
    throw new UsageError(`mission folder ${folder}: there is no such folder`);
  if (!found.isDirectory())
    throw new UsageError(`mission folder ${folder}: is a file; name the folder it lies in`);
  const name = moduleNames.find((candidate) => existsSync(join(path, candidate)));
  if (name === undefined)
    throw new UsageError(`mission folder ${folder}: has no mission.ts, mission.js or mission.mjs`);
  const file = join(folder, name);
  return { mission: checkedMission(await importModule(join(path, name), file), file), file };
}

function statistics(path: string, folder: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    throw new UsageError(`mission folder ${folder}: ${fileProblem(error)}`);
  }
}

const expected =
  "expected the default export to be a mission: { title, agent: defineAgent({ … }), context? }";

/** Checks the fields that are used; `defineAgent` has checked the agent. */
function checkedMission(module: unknown, file: string): Mission {
  const mission = fieldOf(module, "default");
  const problem = missionProblem(mission);
  if (problem !== undefined) throw new UsageError(`${file}: ${problem}; ${expected}`);
  return mission as Mission;
}

function missionProblem(mission: unknown): string | undefined {
  if (mission === undefined) return "there is no default export";
  if (typeof fieldOf(mission, "title") !== "string") return "`title` is not a text";
  const agent = fieldOf(mission, "agent");
  if (
    typeof fieldOf(agent, "prompt") !== "string" ||
    !(fieldOf(agent, "tools") instanceof Map) ||
    typeof fieldOf(agent, "signature") !== "object"
  )
    return "`agent` was not made by defineAgent";
  const context = fieldOf(mission, "context");
  return context === undefined || typeof context === "function"
    ? undefined
    : "`context` is not a function";
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}
