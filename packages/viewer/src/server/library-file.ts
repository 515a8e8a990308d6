// A trace file, or a file of a run in memory, with its runs as far as they were read.

import { stat } from "node:fs/promises";
import { basename } from "node:path";
import { LoadError } from "@ptc/core/internal/host";
import type { TraceEvent } from "@ptc/core/contracts";
import { readTraceFiles } from "@ptc/tracer/node";
import { folderBeside, readingProblems } from "@ptc/tracer/internal/node";
import { buildRunViews, type ViewedRun } from "../model/build-run-view.ts";

export interface FileContent {
  readonly runs: readonly ViewedRun[];
  readonly problems: readonly string[];
}

export interface LibraryFile {
  /** The name that people see, and the path of a file. */
  readonly name: string;
  readonly path: string | undefined;
  /** Changes whenever the file or the folder beside it does. Undefined for a missing file. */
  signature(): Promise<string | undefined>;
  read(): Promise<FileContent>;
}

/** The maximum bytes of a run's files together. */
const mostBytes = 300_000_000;

export function traceFile(path: string, folder: string, name = basename(path)): LibraryFile {
  return {
    name,
    path,
    signature: async () => {
      const [own, beside] = await Promise.all([stamp(path), stamp(folderBeside(path))]);
      return own === undefined ? undefined : `${own} ${beside ?? ""}`;
    },
    read: async () => {
      const reading = await readTraceFiles(path, { maximumBytes: mostBytes });
      let problems: readonly string[];
      try {
        problems = readingProblems(reading, path, folder);
      } catch (error) {
        if (!(error instanceof LoadError)) throw error;
        problems = [error.message];
      }
      return { runs: buildRunViews(reading.events), problems };
    },
  };
}

export function memoryFile(name: string, events: readonly TraceEvent[]): LibraryFile {
  return {
    name,
    path: undefined,
    signature: () => Promise.resolve("1"),
    read: () => Promise.resolve({ runs: buildRunViews(events), problems: [] }),
  };
}

async function stamp(path: string): Promise<string | undefined> {
  try {
    const { size, mtimeMs, ino } = await stat(path);
    return [size, mtimeMs, ino].join(" ");
  } catch {
    return undefined;
  }
}
