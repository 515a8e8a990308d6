// The files that a run writes beside its trace: a recording and a journal.

import { resolve } from "node:path";
import { createRecordingFile, JournalFileError, openJournalFile } from "@ptc/subagent/node";
import { fileProblem } from "../files/read-text.ts";
import type { Host } from "../terminal/host.ts";
import { UsageError } from "../terminal/usage-error.ts";

/** As the command line names them. */
export interface NamedFiles {
  readonly record: string | undefined;
  readonly journal: string | undefined;
}

/** @throws UsageError for files that cannot be used */
export async function openFiles(host: Host, { record, journal }: NamedFiles) {
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
