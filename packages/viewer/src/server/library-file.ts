// A trace file, or a file of a run in memory, with its runs as far as they were read. A file that
// grew is read from where the last reading ended.

import { stat } from "node:fs/promises";
import { basename, normalize } from "node:path";
import { LoadError } from "@ptc/core/internal/host";
import type { TraceEvent } from "@ptc/core/contracts";
import {
  folderBeside,
  readingProblems,
  stampOf,
  TraceFilesReader,
} from "@ptc/tracer/internal/node";
import { buildRunViews, type ViewedRun } from "../model/build-run-view.ts";

export interface FileContent {
  readonly runs: readonly ViewedRun[];
  readonly problems: readonly string[];
  /** The signature of what was read. */
  readonly signature: string;
}

export interface LibraryFile {
  /** The name that people see, and the path of a file. */
  readonly name: string;
  readonly path: string | undefined;
  /** Changes whenever the file or one of its child missions does. Undefined for a missing file. */
  signature(): Promise<string | undefined>;
  read(): Promise<FileContent>;
  /** Frees what was read, so that the next reading starts again. */
  forget(): void;
}

/** The maximum bytes of a run's files together. */
const mostBytes = 300_000_000;

export function traceFile(path: string, folder: string, name = basename(path)): LibraryFile {
  return new FollowedFile(normalize(path), folder, name);
}

class FollowedFile implements LibraryFile {
  readonly path: string;
  readonly name: string;
  private readonly folder: string;
  private reader: TraceFilesReader | undefined = undefined;
  /** The files of child missions that were found. */
  private children: readonly string[] = [];
  /** Readings happen one after the other, because each continues where the last one ended. */
  private lastReading: Promise<unknown> = Promise.resolve();

  constructor(path: string, folder: string, name: string) {
    this.path = path;
    this.folder = folder;
    this.name = name;
  }

  async signature(): Promise<string | undefined> {
    const { path, children } = this;
    const [own, ...others] = await Promise.all([path, folderBeside(path), ...children].map(stamp));
    return own === undefined ? undefined : [own, ...others].join();
  }

  async read(): Promise<FileContent> {
    const reading = this.lastReading.then(() => this.readNow());
    this.lastReading = reading.catch(() => undefined);
    return await reading;
  }

  forget(): void {
    this.reader = undefined;
  }

  private async readNow(): Promise<FileContent> {
    const { path, folder } = this;
    const reader = (this.reader ??= new TraceFilesReader(path, { maximumBytes: mostBytes }));
    const beside = await stamp(folderBeside(path));
    const reading = await reader.read();
    const { stamps } = reader;
    this.children = [...stamps.keys()].filter((known) => known !== path);
    const [own, ...others] = await Promise.all(
      [path, ...this.children].map(async (known) => stamps.get(known) ?? (await stamp(known))),
    );
    let problems: readonly string[];
    try {
      problems = readingProblems(reading, path, folder);
    } catch (error) {
      if (!(error instanceof LoadError)) throw error;
      problems = [error.message];
    }
    const signature = [own, beside, ...others].join();
    return { runs: buildRunViews(reading.events), problems, signature };
  }
}

export function memoryFile(name: string, events: readonly TraceEvent[]): LibraryFile {
  const signature = "1";
  return {
    name,
    path: undefined,
    signature: () => Promise.resolve(signature),
    read: () => Promise.resolve({ runs: buildRunViews(events), problems: [], signature }),
    forget: () => undefined,
  };
}

async function stamp(path: string): Promise<string | undefined> {
  try {
    return stampOf(await stat(path));
  } catch {
    return undefined;
  }
}
