// `ptc replay`: plays a recorded run back, as it was or with another program.

import { readTextFile } from "../files/read-text.ts";
import { UsageError } from "../terminal/usage-error.ts";
import type { Command } from "./command.ts";

export const replayCommand: Command = {
  name: "replay",
  summary: "play a recorded run back",
  usage: ["<run.jsonl> [<mission folder>] [--edit program.clj] [--turn n]"],
  arguments: [
    { name: "run.jsonl", missing: "which run? Name its recording", offer: "files" },
    { name: "mission folder", isOptional: true, offer: "files" },
  ],
  options: {
    edit: {
      value: "program.clj",
      description: "runs this program in place of the recorded one",
      offer: "files",
    },
    turn: {
      value: "n",
      description: "the turn whose program that is; needed where there are several",
    },
  },
  notes: [
    "The run is one that ptc run --record wrote. The agent is that of the mission folder as it is today; everything else comes from the recording: no model is asked and no tool is called. Without a folder it is the one that the recording names, where that lies in the current folder.",
    "Exit code 0: the step is the recorded one, or the edited run asked for nothing that the recording does not have and was answered. Otherwise 1, with the first place at which the run leaves the recording, by its address and in both programs.",
  ],
  run: async (parsed, host) => {
    const [{ loadMission }, { loadRun, missionFolderOf }, { replayMission }] = await Promise.all([
      import("../mission/load-mission.ts"),
      import("../mission/load-run.ts"),
      import("../mission/replay-mission.ts"),
    ]);
    const [path = "", named] = parsed.positionals;
    const recording = loadRun(host, path);
    const folder = named ?? missionFolderOf(host, recording, path);
    const mission = await loadMission(host, folder);
    const edit = parsed.values.get("edit");
    const turn = turnOf(parsed.values.get("turn"), edit);
    const program = edit === undefined ? undefined : readTextFile(host, edit, "program");
    return await replayMission(host, mission, recording, { program, turn });
  },
};

function turnOf(text: string | undefined, edit: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (edit === undefined)
    throw new UsageError("--turn says which program --edit replaces: give both", {
      isAboutArguments: true,
    });
  if (!/^[1-9]\d{0,5}$/.test(text))
    throw new UsageError("--turn takes the number of a turn, from 1 on", {
      isAboutArguments: true,
    });
  return Number(text);
}
