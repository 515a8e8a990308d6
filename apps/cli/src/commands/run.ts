// `ptc run`: runs the mission of a folder.

import { keyVariables, modelOption } from "../models/provider-texts.ts";
import { librariesOption } from "../arguments/libraries-option.ts";
import type { Command } from "./command.ts";
import { runFileOptions } from "./run-file-options.ts";

export const runCommand: Command = {
  name: "run",
  summary: "run a mission",
  usage: [
    "<mission folder> [--recording file | --model provider:name] [--trace file]",
    "<mission folder> [--record file] [--journal file] [--step file] [--json]",
    "<mission folder> [--libraries folder] [--checkpoint file] [--no-input] [--verbose]",
  ],
  arguments: [{ name: "mission folder", missing: "missing mission folder", offer: "files" }],
  options: {
    model: modelOption,
    recording: {
      value: "file.json",
      description:
        "a recording of the model's answers (default: recording.json in the folder, if present)",
      offer: "files",
    },
    ...librariesOption,
    record: {
      value: "run.jsonl",
      description: "record the run in a new file, for ptc replay",
      offer: "files",
    },
    journal: {
      value: "file.jsonl",
      description: "store task results here, and resume an interrupted run from them",
      offer: "files",
    },
    ...runFileOptions,
    "no-input": { description: "don't ask about calls that wait: store the state and end" },
    verbose: {
      description: "print each event of the run, also at a terminal",
    },
    json: { description: "print only the step, as one line of JSON" },
  },
  notes: [
    "At a terminal, a line for each running mission shows its turn, its work and its counters. --verbose prints programs, tool calls and prints instead, as in a file or a pipe.",
    `--model needs the provider's package next to ptc or in the current folder (npm install @ptc/anthropic), and its key in ${keyVariables}. With manual:folder, each request is written to a file there. Answer it by writing the file next to it.`,
    "The folder contains mission.ts, mission.js or mission.mjs with a Mission or an agent of @ptc/subagent as its default export. Without --model and --recording, the model's answers are replayed from recording.json in the folder, and their programs run on current data. If there is no recording, the agent's own llm is called.",
    "Without --trace, the trace is written to the repository around the current folder, or to the current folder. You can read it while the mission runs and after an interruption.",
    "If a call needs an approval, ptc asks at a terminal: y approves, n denies with a message, e edits the arguments. Otherwise it stores the state of the mission, prints the command that continues it, and ends with exit code 3. See ptc resume --help.",
    "The keys of checkpoints come from the environment: PTC_CHECKPOINT_KEY signs them, and PTC_ENCRYPTION_KEY encrypts firewalled values. Each is a secret of at least 16 bytes.",
    "--json prints the result of stepToJson from @ptc/subagent/step-json, including firewalled fields. The requests of manual:folder are announced on standard error.",
    "A recording contains all external input of the run, but no firewalled fields or credentials. A step includes firewalled fields. A journal is created if missing; only one process can use it at a time.",
  ],
  run: async (parsed, host) => {
    const { runFolder } = await import("../mission/run-folder.ts");
    const [folder = ""] = parsed.positionals;
    return runFolder(host, {
      folder,
      model: parsed.values.get("model"),
      recording: parsed.values.get("recording"),
      libraries: parsed.values.get("libraries"),
      trace: parsed.values.get("trace"),
      record: parsed.values.get("record"),
      journal: parsed.values.get("journal"),
      step: parsed.values.get("step"),
      checkpoint: parsed.values.get("checkpoint"),
      asks: !parsed.flags.has("no-input") && !parsed.flags.has("json"),
      isVerbose: parsed.flags.has("verbose"),
      isJson: parsed.flags.has("json"),
    });
  },
};
