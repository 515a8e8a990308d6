// `ptc run`: a mission from a folder.

import { resolve } from "node:path";
import { createRecordingFile, JournalFileError, openJournalFile } from "@ptc/subagent/node";
import { assertPositionals } from "../arguments/parse-arguments.ts";
import { fileProblem } from "../files/read-text.ts";
import { loadMission } from "../mission/load-mission.ts";
import { loadModel } from "../mission/load-model.ts";
import { runMission } from "../mission/run-mission.ts";
import { defaultTracePath } from "../mission/trace-path.ts";
import type { Host } from "../terminal/host.ts";
import { UsageError } from "../terminal/usage-error.ts";
import type { Command } from "./command.ts";

export const runCommand: Command = {
  name: "run",
  summary: "run a mission",
  usage: [
    "<mission folder> [--recording file | --model provider:name] [--trace file] [--record file] [--journal file]",
  ],
  options: {
    model: {
      value: "provider:name",
      description:
        "a model that is asked: anthropic:…, openai:…, google:…, ollama:…, or manual:folder",
    },
    recording: {
      value: "file.json",
      description: "the model's recorded answers; default: recording.json in the folder",
    },
    trace: {
      value: "file.jsonl",
      description: "where the trace is written; default: .ptc/traces/<time>-<mission>.jsonl",
    },
    record: {
      value: "run.jsonl",
      description: "records the run in a new file, for ptc replay",
    },
    journal: {
      value: "file.jsonl",
      description: "keeps the results of tasks: a run that was interrupted goes on from there",
    },
  },
  notes: [
    "--model needs the provider's package beside ptc or in the current folder (npm install @ptc/anthropic), and its key in\nANTHROPIC_API_KEY, OPENAI_API_KEY or GEMINI_API_KEY. With manual:folder each request is a file there, and whoever writes\nthe file beside it is the model.",
    "The folder holds mission.ts, mission.js or mission.mjs, whose default export is a Mission of @ptc/subagent. The model's answers\nare replayed from the recording; the programs in them run on today's data.",
    "Without --trace the file lies in the repository around the current folder, or in that folder. It can be read while the mission\nruns and after an interrupt.",
    "A recording holds what came to the run from outside, without firewalled fields and credentials. A journal is made where\nthere is none, and is for one process at a time.",
  ],
  run: async (parsed, host) => {
    assertPositionals(parsed, "mission folder");
    const [folder] = parsed.positionals;
    if (folder === undefined)
      throw new UsageError("which mission? Name its folder", { isAboutArguments: true });
    const mission = await loadMission(host, folder);
    const model = await loadModel(host, folder, {
      model: parsed.values.get("model"),
      recording: parsed.values.get("recording"),
    });
    const trace = parsed.values.get("trace");
    const files = await openFiles(host, parsed.values.get("record"), parsed.values.get("journal"));
    try {
      return await runMission(host, mission, model, {
        ...files,
        tracePath:
          trace === undefined
            ? defaultTracePath(host.folder, folder, host.now())
            : resolve(host.folder, trace),
      });
    } finally {
      files.record?.close();
      await files.journal?.close();
    }
  },
};

/** @throws UsageError for files that cannot be used */
async function openFiles(host: Host, record: string | undefined, journal: string | undefined) {
  const opened =
    journal === undefined ? undefined : await journalFile(resolve(host.folder, journal), journal);
  try {
    return {
      journal: opened,
      record: record === undefined ? undefined : recordingFile(host, record),
    };
  } catch (error) {
    await opened?.close();
    throw error;
  }
}

async function journalFile(path: string, shown: string) {
  try {
    return await openJournalFile(path);
  } catch (error) {
    const problem = error instanceof JournalFileError ? error.message : fileProblem(error);
    throw new UsageError(`--journal ${shown}: ${problem}`);
  }
}

function recordingFile(host: Host, shown: string) {
  try {
    return createRecordingFile(resolve(host.folder, shown));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const problem =
      code === "EEXIST"
        ? "there is such a file already, and a recording is of one run: name another"
        : fileProblem(error);
    throw new UsageError(`--record ${shown}: ${problem}`);
  }
}
