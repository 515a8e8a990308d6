// `ptc replay`: replays a recorded run, unchanged or with another program.

import { readTextFile } from "@ptc/core/internal/node";
import { UsageError } from "../terminal/usage-error.ts";
import { withLibraries } from "../library/given-libraries.ts";
import { librariesOption } from "../arguments/libraries-option.ts";
import type { Command } from "./command.ts";

export const replayCommand: Command = {
  name: "replay",
  summary: "replay a recorded run without a model or tools",
  usage: [
    "<run.jsonl> [<mission folder>] [--libraries folder]",
    "<run.jsonl> [<mission folder>] [--edit program.clj] [--turn n]",
  ],
  arguments: [
    {
      name: "run.jsonl",
      missing: "missing recording: pass the file that ptc run --record wrote",
      offer: "files",
    },
    { name: "mission folder", isOptional: true, offer: "files" },
  ],
  options: {
    edit: {
      value: "program.clj",
      description: "run this program instead of the recorded one",
      offer: "files",
    },
    ...librariesOption,
    turn: {
      value: "n",
      description: "the turn of the replaced program (required if there are several)",
    },
  },
  notes: [
    "The recording is a file that ptc run --record wrote. The agent comes from the mission folder in its current state. Everything else comes from the recording; no model or tool is called. Without a folder, ptc looks in the current folder for the one that the recording names. Then it uses the folder in which you recorded the run. A recording from someone else never selects a folder outside the current one. Without --libraries, ptc uses the folder of libraries with which you recorded the run.",
    "The exit code is 0 if the step equals the recorded step, or if the edited run succeeds with only what the recording contains. Otherwise it is 1, and the output shows the first difference: its address, and its location in both programs.",
  ],
  run: async (parsed, host) => {
    const [{ loadMission, loadRun, missionFolderOf }, { replayMission }, { rememberedMission }] =
      await Promise.all([
        import("@ptc/subagent/internal/node"),
        import("../mission/replay-mission.ts"),
        import("../mission/recorded-missions.ts"),
      ]);
    const [path = "", named] = parsed.positionals;
    const recording = await loadRun(host, path);
    const hint = `pass the folder: ptc replay ${path} <mission folder>`;
    const remembered = rememberedMission(host, recording.header.runId);
    const recordedIn = remembered?.folder;
    const folder = named ?? missionFolderOf(host, recording, { path, hint, recordedIn });
    const libraries = parsed.values.get("libraries") ?? remembered?.libraries;
    const mission = await withLibraries(host, await loadMission(host, folder), libraries);
    const edit = parsed.values.get("edit");
    const turn = turnOf(parsed.values.get("turn"), edit);
    const program = edit === undefined ? undefined : readTextFile(host, edit, "program");
    return await replayMission(host, mission, recording, { program, turn });
  },
};

function turnOf(text: string | undefined, edit: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (edit === undefined)
    throw new UsageError("--turn needs --edit: it selects the program to replace", {
      isAboutArguments: true,
    });
  if (!/^[1-9]\d{0,5}$/.test(text))
    throw new UsageError("--turn needs the number of a turn, 1 or more", {
      isAboutArguments: true,
    });
  return Number(text);
}
