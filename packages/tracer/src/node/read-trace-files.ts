// Reads the trace of a mission together with those of the missions below it, each of which may have
// a file of its own. Files may be missing, cut off, damaged, or made by someone else: what can be
// read is read, and the rest is reported. What a file says never leads further than to a file that
// is named for a trace, in the folder where it would lie.

import { open, readdir, stat } from "node:fs/promises";
import { basename, dirname, join, normalize } from "node:path";
import type { TraceEvent } from "@ptc/core/contracts";
import { assertKnownOptions } from "@ptc/core/internal/errors";
import { readTrace, type TraceReading } from "../read-trace.ts";
import { folderBeside, isTraceFileName, looksLikeTrace, traceFileName } from "./trace-paths.ts";

/** The options of `readTraceFiles`: what is read at most, and what is kept of it. */
export interface ReadTraceFilesOptions {
  /**
   * What is kept of an event, for a reader that does not need all: the traces of many missions may
   * be larger than memory.
   */
  readonly keep?: (event: TraceEvent) => TraceEvent;
  /** Further files than so many are left out; default 20,000. */
  readonly maximumFiles?: number;
  /** What is read of all files together; those for which no bytes are left are left out; 1 GB. */
  readonly maximumBytes?: number;
}

const usualFiles = 20_000;
const usualBytes = 1_000_000_000;
/** A text of the host cannot be much longer, and what it holds takes more memory than the text. */
const mostBytesOfFile = 250_000_000;

/** What a file holds besides events, or why it was not read. */
export type TraceFile = { readonly path: string } & (
  | ({ readonly ok: true } & Omit<TraceReading, "events">)
  | { readonly ok: false; readonly error: Error }
);

/** What `readTraceFiles` read: the events, and what could not be read. */
export interface TraceFilesReading {
  /** The events of all files, one file after the other; `buildTraceTree` makes one tree of them. */
  readonly events: readonly TraceEvent[];
  readonly files: readonly TraceFile[];
  /** How many files were left out. */
  readonly omittedFiles: number;
  /** The traces that calls of tools refer to and that no file has. */
  readonly missing: readonly string[];
}

/**
 * Reads the trace at `path` and those below it: `createMissionTracer` and `createTraceFolder` lay
 * them where they are found. Of a folder, all files named `….jsonl` are read. A file that
 * cannot be read has an `error`. Rejects only with an OptionError for an unknown option.
 */
export async function readTraceFiles(
  path: string,
  options: ReadTraceFilesOptions = {},
): Promise<TraceFilesReading> {
  return await new FilesReader(options).read(normalize(path));
}

class FilesReader {
  private readonly keep: (event: TraceEvent) => TraceEvent;
  private readonly maximumFiles: number;
  private bytesLeft: number;
  private readonly events: TraceEvent[] = [];
  private readonly files: TraceFile[] = [];
  private omittedFiles = 0;
  /** The files that were read or will be, in order. */
  private readonly paths = new Set<string>();
  private readonly traceIds = new Set<string>();
  private readonly linkedIds = new Set<string>();
  private readonly listings = new Map<string, Promise<ReadonlySet<string>>>();

  constructor(options: ReadTraceFilesOptions) {
    assertKnownOptions(options, [
      "keep",
      "maximumFiles",
      "maximumBytes",
    ] satisfies (keyof ReadTraceFilesOptions)[]);
    this.keep = options.keep ?? ((event) => event);
    this.maximumFiles = options.maximumFiles ?? usualFiles;
    this.bytesLeft = options.maximumBytes ?? usualBytes;
  }

  async read(path: string): Promise<TraceFilesReading> {
    if (await isFolder(path))
      for (const name of await this.tracesIn(path)) await this.begin(join(path, name));
    else await this.begin(path);
    // What a file links to is added while this goes on.
    for (const next of this.paths) await this.readFile(next);
    const { events, files, omittedFiles } = this;
    const missing = [...this.linkedIds].filter((traceId) => !this.traceIds.has(traceId));
    return { events, files, omittedFiles, missing };
  }

  /** A call that was interrupted has no links: all that lies in the folder beside belongs here. */
  private async begin(path: string): Promise<void> {
    this.paths.add(path);
    if (isTraceFileName(basename(path))) return;
    const folder = folderBeside(path);
    for (const name of await this.tracesIn(folder))
      if (isTraceFileName(name)) this.paths.add(join(folder, name));
  }

  private async readFile(path: string): Promise<void> {
    if (this.files.length >= this.maximumFiles || this.bytesLeft <= 0) {
      this.omittedFiles += 1;
      return;
    }
    try {
      const { events, ...rest } = readTrace(await this.textOf(path));
      this.files.push({ path, ok: true, ...rest });
      await this.follow(this.take(events), path);
    } catch (error) {
      this.files.push({
        path,
        ok: false,
        error: error instanceof Error ? error : new Error(String(error)),
      });
    }
  }

  /** Keeps events, and answers with the traces that they are the first to refer to. */
  private take(events: readonly TraceEvent[]): string[] {
    const linked: string[] = [];
    for (const event of events) {
      this.events.push(this.keep(event));
      this.traceIds.add(event.traceId);
      const { childTraceIds = [] } = event.type === "tool-call-end" ? event.data : {};
      for (const traceId of childTraceIds) {
        if (this.linkedIds.has(traceId)) continue;
        this.linkedIds.add(traceId);
        linked.push(traceId);
      }
    }
    return linked;
  }

  private async follow(traceIds: readonly string[], path: string): Promise<void> {
    for (const folder of [folderBeside(path), dirname(path)]) {
      if (traceIds.length === 0) return;
      const names = await this.tracesIn(folder);
      for (const traceId of traceIds) {
        const name = traceFileName(traceId);
        if (name !== undefined && names.has(name)) this.paths.add(join(folder, name));
      }
    }
  }

  private tracesIn(folder: string): Promise<ReadonlySet<string>> {
    const known = this.listings.get(folder) ?? tracesIn(folder);
    this.listings.set(folder, known);
    return known;
  }

  private async textOf(path: string): Promise<string> {
    const bytes = await bytesOf(path, Math.min(mostBytesOfFile, this.bytesLeft));
    this.bytesLeft -= bytes.length;
    return bytes.toString("utf8");
  }
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false;
  }
}

/** In the order of their names, which begin with a time where missions are traced one by one. */
async function tracesIn(folder: string): Promise<ReadonlySet<string>> {
  try {
    return new Set((await readdir(folder)).filter(looksLikeTrace).sort());
  } catch {
    return new Set();
  }
}

/** What a file holds now: it may grow meanwhile. A pipe, which may never end, is none. */
async function bytesOf(path: string, maximum: number): Promise<Buffer> {
  if (!(await stat(path)).isFile()) throw new Error("is not a file");
  const file = await open(path, "r");
  try {
    const { size } = await file.stat();
    if (size > maximum) throw new Error(`is larger than ${String(maximum)} bytes`);
    const bytes = Buffer.alloc(size);
    let filled = 0;
    for (let read = -1; read !== 0 && filled < size; filled += read)
      read = (await file.read(bytes, filled, size - filled)).bytesRead;
    return bytes.subarray(0, filled);
  } finally {
    await file.close();
  }
}
