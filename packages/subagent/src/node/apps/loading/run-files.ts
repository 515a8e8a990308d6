// Opens the files that a run writes besides its trace: a recording, a journal and its step.

import { resolve } from "node:path";
import { LoadError, fileProblem } from "@ptc/core/internal/host";
import { JournalFileError } from "../../journal-file-error.ts";
import { openJournalFile, type JournalFile } from "../../journal-file.ts";
import { createRunRecordingFile, type RunRecordingFile } from "../../recording-file.ts";
import type { CurrentFolder } from "@ptc/core/internal/node";

/** The paths that the user passed. */
export interface RunFilePaths {
  readonly record: string | undefined;
  readonly journal: string | undefined;
  readonly step: string | undefined;
}

/** The open files of a run. */
export interface OpenRunFiles {
  readonly record: RunRecordingFile | undefined;
  readonly journal: JournalFile | undefined;
  readonly step: RunRecordingFile | undefined;
}

/** Opens the files. @throws LoadError naming the option and the file */
export async function openRunFiles(
  current: CurrentFolder,
  { record, journal, step }: RunFilePaths,
): Promise<OpenRunFiles> {
  const opened =
    journal === undefined
      ? undefined
      : await journalFile(resolve(current.folder, journal), journal);
  let recording: RunRecordingFile | undefined;
  try {
    recording = record === undefined ? undefined : newFile(current, record, "record");
    return {
      journal: opened,
      record: recording,
      step: step === undefined ? undefined : newFile(current, step, "step"),
    };
  } catch (error) {
    recording?.close();
    await opened?.close();
    throw error;
  }
}

async function journalFile(path: string, shown: string) {
  try {
    return await openJournalFile(path);
  } catch (error) {
    const problem = error instanceof JournalFileError ? error.message : fileProblem(error);
    throw new LoadError(`--journal ${shown}: ${problem}`);
  }
}

/** Creates a file that only its owner can read. The file must not exist. */
function newFile(
  current: CurrentFolder,
  shown: string,
  option: "record" | "step",
): RunRecordingFile {
  try {
    return createRunRecordingFile(resolve(current.folder, shown));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const problem =
      code === "EEXIST"
        ? `the file already exists; each ${nouns[option]} is for one run, so choose another name`
        : fileProblem(error);
    throw new LoadError(`--${option} ${shown}: ${problem}`);
  }
}

const nouns = { record: "recording", step: "step" } as const;
