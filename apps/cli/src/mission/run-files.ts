// The files that a run writes beside its trace: a recording, a journal and its step.

import { resolve } from "node:path";
import {
  createRunRecordingFile,
  JournalFileError,
  openJournalFile,
  type RunRecordingFile,
} from "@ptc/subagent/node";
import { fileProblem } from "../files/read-text.ts";
import type { Host } from "../terminal/host.ts";
import { UsageError } from "../terminal/usage-error.ts";

/** As the command line names them. */
export interface NamedFiles {
  readonly record: string | undefined;
  readonly journal: string | undefined;
  readonly step: string | undefined;
}

/** @throws UsageError for files that cannot be used */
export async function openFiles(host: Host, { record, journal, step }: NamedFiles) {
  const opened =
    journal === undefined ? undefined : await journalFile(resolve(host.folder, journal), journal);
  const recording = { record: undefined as RunRecordingFile | undefined };
  try {
    recording.record = record === undefined ? undefined : newFile(host, record, "record");
    return {
      journal: opened,
      record: recording.record,
      step: step === undefined ? undefined : newFile(host, step, "step"),
    };
  } catch (error) {
    recording.record?.close();
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

/** A file that must not exist yet, which only its owner may read. */
function newFile(host: Host, shown: string, option: "record" | "step"): RunRecordingFile {
  try {
    return createRunRecordingFile(resolve(host.folder, shown));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const problem =
      code === "EEXIST"
        ? `there is such a file already, and a ${nouns[option]} is of one run: name another`
        : fileProblem(error);
    throw new UsageError(`--${option} ${shown}: ${problem}`);
  }
}

const nouns = { record: "recording", step: "step" } as const;
