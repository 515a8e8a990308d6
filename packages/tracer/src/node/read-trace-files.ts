// Reads the trace of a mission and those of its child missions, each of which may have its own
// file. Files may be missing, cut off, damaged, or made by someone else. Everything readable is
// read, and the rest is reported. Links in a file only lead to files that are named for a trace, in
// the folder expected for them.

import { open, readdir, stat } from "node:fs/promises";
import { basename, dirname, join, normalize } from "node:path";
import type { TraceEvent } from "@ptc/core/contracts";
import { assertKnownOptions } from "@ptc/core/internal/errors";
import { readTrace, type TraceReading } from "../read-trace.ts";
import { folderBeside, isTraceFileName, looksLikeTrace, traceFileName } from "./trace-paths.ts";

/** The options of `readTraceFiles`: limits on reading, and a function that reduces events. */
export interface ReadTraceFilesOptions {
  /**
   * Returns the event to store, for readers that don't need all of it: the traces of many missions
   * may be larger than memory.
   */
  readonly keep?: (event: TraceEvent) => TraceEvent;
  /** The maximum number of files. Other files are skipped. Default 20,000. */
  readonly maximumFiles?: number;
  /** The maximum bytes of all files together. Files beyond it are skipped. Default 1 GB. */
  readonly maximumBytes?: number;
}

const usualFiles = 20_000;
const usualBytes = 1_000_000_000;
/** A host string can't be much longer, and its events take more memory than the text. */
const mostBytesOfFile = 250_000_000;

/** The content of a file besides events, or why it was not read. */
export type TraceFile = { readonly path: string } & (
  | ({ readonly ok: true } & Omit<TraceReading, "events">)
  | { readonly ok: false; readonly error: Error }
);

/** The result of `readTraceFiles`: the events, and what could not be read. */
export interface TraceFilesReading {
  /** The events of all files, one file after the other; `buildTraceTree` makes one tree of them. */
  readonly events: readonly TraceEvent[];
  readonly files: readonly TraceFile[];
  /** The number of skipped files. */
  readonly omittedFiles: number;
  /** The traces that tool calls refer to but no file contains. */
  readonly missing: readonly string[];
}

/**
 * Reads the trace at `path` and those of its child missions, at the locations that
 * `createMissionTracer` and `createTraceFolder` use. In a folder, reads all files named `….jsonl`.
 * A file that can't be read has an `error`. Rejects only with an OptionError for an unknown
 * option.
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
    // Reading a file adds its links to `paths` during this loop.
    for (const next of this.paths) await this.readFile(next);
    const { events, files, omittedFiles } = this;
    const missing = [...this.linkedIds].filter((traceId) => !this.traceIds.has(traceId));
    return { events, files, omittedFiles, missing };
  }

  /**
   * Adds a file and all traces in the folder beside it, because an interrupted call has no links
   * to them.
   */
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

  /** Stores events and returns the traces that they are the first to refer to. */
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

/** Sorts by name. Names begin with a time if missions are traced one by one. */
async function tracesIn(folder: string): Promise<ReadonlySet<string>> {
  try {
    return new Set((await readdir(folder)).filter(looksLikeTrace).sort());
  } catch {
    return new Set();
  }
}

/**
 * Returns the current content of a file, which may grow meanwhile. Refuses pipes, which may never
 * end.
 */
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
