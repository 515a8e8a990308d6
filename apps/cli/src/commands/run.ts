// `ptc run`: a mission from a folder.

import { resolve } from "node:path";
import { assertPositionals } from "../arguments/parse-arguments.ts";
import { loadMission } from "../mission/load-mission.ts";
import { loadRecording } from "../mission/load-recording.ts";
import { runMission } from "../mission/run-mission.ts";
import { defaultTracePath } from "../mission/trace-path.ts";
import { UsageError } from "../terminal/usage-error.ts";
import type { Command } from "./command.ts";

export const runCommand: Command = {
  name: "run",
  summary: "run a mission",
  usage: ["<mission folder> [--recording file.json] [--trace file.jsonl]"],
  options: {
    recording: {
      value: "file.json",
      description: "the model's recorded answers; default: recording.json in the folder",
    },
    trace: {
      value: "file.jsonl",
      description: "where the trace is written; default: .ptc/traces/<time>-<mission>.jsonl",
    },
  },
  notes: [
    "The folder holds mission.ts, mission.js or mission.mjs, whose default export is a Mission of @ptc/subagent. The model's answers\nare replayed from the recording; the programs in them run on today's data.",
    "Without --trace the file lies in the repository around the current folder, or in that folder. It can be read while the mission\nruns and after an interrupt.",
  ],
  run: async (parsed, host) => {
    assertPositionals(parsed, "mission folder");
    const [folder] = parsed.positionals;
    if (folder === undefined)
      throw new UsageError("which mission? Name its folder", { isAboutArguments: true });
    const mission = await loadMission(host, folder);
    const model = await loadRecording(host, folder, parsed.values.get("recording"));
    const trace = parsed.values.get("trace");
    return runMission(
      host,
      mission,
      model,
      trace === undefined
        ? defaultTracePath(host.folder, folder, host.now())
        : resolve(host.folder, trace),
    );
  },
};
