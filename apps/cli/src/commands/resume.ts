// `ptc resume`: continues a mission that waits.

import { keyVariables, modelOption } from "../models/provider-texts.ts";
import { librariesOption } from "../arguments/libraries-option.ts";
import type { Command } from "./command.ts";

export const resumeCommand: Command = {
  name: "resume",
  summary: "continue a mission that waits for decisions",
  usage: [
    "<checkpoint.json> [<mission folder>] [--approve id|all] [--deny id[=message]]",
    "<checkpoint.json> [<mission folder>] [--edit id=JSON] [--answer id=JSON|text]",
    "<checkpoint.json> [<mission folder>] [--libraries folder] [--approve id|all]",
  ],
  arguments: [
    {
      name: "checkpoint.json",
      missing: "missing checkpoint: pass the file that ptc run or ptc ask wrote",
      offer: "files",
    },
    { name: "mission folder", isOptional: true, offer: "files" },
  ],
  options: {
    approve: { value: "id|all", isMany: true, description: "execute the call as requested" },
    deny: {
      value: "id[=message]",
      isMany: true,
      description: "fail the call; the program can catch the error with the message",
    },
    edit: {
      value: "id=JSON",
      isMany: true,
      description: "execute the call with these arguments instead",
    },
    answer: {
      value: "id=JSON|text",
      isMany: true,
      description: "end the call with this result, without executing it",
    },
    model: modelOption,
    recording: {
      value: "file.json",
      description: "a recording of the model's answers, as for ptc run",
      offer: "files",
    },
    ...librariesOption,
    trace: {
      value: "file.jsonl",
      description: "append the trace to this file (default: .ptc/traces/<time>-<mission>.jsonl)",
      offer: "files",
    },
    record: {
      value: "file.jsonl",
      description: "record the whole run in a new file, including what came before",
      offer: "files",
    },
    journal: { value: "file.jsonl", description: "store task results here", offer: "files" },
    step: { value: "file.json", description: "store the step in a new file", offer: "files" },
    "no-input": { description: "don't ask about calls that wait" },
    verbose: {
      description: "print each event of the run, also at a terminal",
    },
    json: { description: "print only the step, as one line of JSON" },
  },
  notes: [
    "Calls without a decision wait for longer. Without decisions, ptc asks about each call at a terminal. If the mission waits again, the file gets its new state, and the exit code is 3.",
    "The mission is loaded again from its folder. Without a folder, ptc uses the one in which you ran the mission, or your question of ptc ask. A checkpoint from someone else never selects a folder. --libraries is remembered in the same way; pass it if the folder has moved. No model that has answered is asked again, and no tool is called twice. If the agent has changed so that the run would differ, ptc refuses the checkpoint.",
    `--model needs the provider's package and its key in ${keyVariables}, as for ptc run.`,
    "The keys of checkpoints come from the environment: PTC_CHECKPOINT_KEY signs them, and PTC_ENCRYPTION_KEY encrypts firewalled values. Each is a secret of at least 16 bytes.",
  ],
  run: async (parsed, host) => {
    const { resumeFile } = await import("../resume/resume-file.ts");
    const [path = "", folder] = parsed.positionals;
    const { flags, values, lists } = parsed;
    return resumeFile(host, {
      path,
      folder,
      decisions: {
        approve: lists.get("approve") ?? [],
        deny: lists.get("deny") ?? [],
        edit: lists.get("edit") ?? [],
        answer: lists.get("answer") ?? [],
      },
      model: values.get("model"),
      recording: values.get("recording"),
      libraries: values.get("libraries"),
      trace: values.get("trace"),
      record: values.get("record"),
      journal: values.get("journal"),
      step: values.get("step"),
      asks: !flags.has("no-input") && !flags.has("json"),
      isVerbose: flags.has("verbose"),
      isJson: flags.has("json"),
    });
  },
};
