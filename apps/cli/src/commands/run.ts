// `ptc run`: a mission from a folder.

import { offeredModels } from "../mission/offered-models.ts";
import type { Command } from "./command.ts";

export const runCommand: Command = {
  name: "run",
  summary: "run a mission",
  usage: [
    "<mission folder> [--recording file | --model provider:name] [--trace file]",
    "<mission folder> [--record file] [--journal file] [--step file] [--json]",
  ],
  arguments: [
    { name: "mission folder", missing: "which mission? Name its folder", offer: "files" },
  ],
  options: {
    model: {
      value: "provider:name",
      description:
        "a model that is asked: anthropic:…, openai:…, google:…, ollama:…, or manual:folder",
      offer: offeredModels,
    },
    recording: {
      value: "file.json",
      description:
        "the model's recorded answers; default: recording.json in the folder, where there is one",
      offer: "files",
    },
    trace: {
      value: "file.jsonl",
      description: "where the trace is written; default: .ptc/traces/<time>-<mission>.jsonl",
      offer: "files",
    },
    record: {
      value: "run.jsonl",
      description: "records the run in a new file, for ptc replay",
      offer: "files",
    },
    journal: {
      value: "file.jsonl",
      description: "keeps the results of tasks: a run that was interrupted goes on from there",
      offer: "files",
    },
    step: {
      value: "file.json",
      description: "keeps the step in a new file, with what the model was sent, for ptc show",
      offer: "files",
    },
    json: { description: "print the step as one line of JSON, and nothing else" },
  },
  notes: [
    "--model needs the provider's package beside ptc or in the current folder (npm install @ptc/anthropic), and its key in ANTHROPIC_API_KEY, OPENAI_API_KEY or GEMINI_API_KEY. With manual:folder each request is a file there, and whoever writes the file beside it is the model.",
    "The folder holds mission.ts, mission.js or mission.mjs, whose default export is a Mission of @ptc/subagent. Without --model and --recording the model's answers are replayed from recording.json in the folder, and the programs in them run on today's data; where there is none, the agent's own llm is asked.",
    "Without --trace the file lies in the repository around the current folder, or in that folder. It can be read while the mission runs and after an interrupt.",
    "--json writes what stepToJson of @ptc/subagent/step-json makes of the step, firewalled fields too; whoever answers for manual:folder is told on standard error.",
    "A recording holds what came to the run from outside, without firewalled fields and credentials. A step has firewalled fields too. A journal is made where there is none, and is for one process at a time.",
  ],
  run: async (parsed, host) => {
    const { runFolder } = await import("../mission/run-folder.ts");
    const [folder = ""] = parsed.positionals;
    return runFolder(host, {
      folder,
      model: parsed.values.get("model"),
      recording: parsed.values.get("recording"),
      trace: parsed.values.get("trace"),
      record: parsed.values.get("record"),
      journal: parsed.values.get("journal"),
      step: parsed.values.get("step"),
      isJson: parsed.flags.has("json"),
    });
  },
};
