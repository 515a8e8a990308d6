// Reads the trace of a mission and those of its child missions, each of which may have its own
// file. Files may be missing, cut off, damaged, or made by someone else. Everything readable is
// read, and the rest is reported. Links in a file only lead to files that are named for a trace, in
// the folder expected for them.

import { readdir, stat } from "node:fs/promises";
import { basename, dirname, join, normalize } from "node:path";
import type { TraceEvent } from "@ptc/core/contracts";
import { assertKnownOptions } from "@ptc/core/internal/errors";
import { folderBeside, isTraceFileName, looksLikeTrace, traceFileName } from "./trace-paths.ts";
import { TraceTail, type TraceFile } from "./trace-tail.ts";

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
  return await new TraceFilesReader(path, options).read();
}

/** Reads a trace and those of its child missions, once or again and again. */
export class TraceFilesReader {
  private readonly path: string;
  private readonly keep: (event: TraceEvent) => TraceEvent;
  private readonly maximumFiles: number;
  private readonly maximumBytes: number;
  private readonly tails = new Map<string, TraceTail>();

  constructor(path: string, options: ReadTraceFilesOptions = {}) {
    assertKnownOptions(options, [
      "keep",
      "maximumFiles",
      "maximumBytes",
    ] satisfies (keyof ReadTraceFilesOptions)[]);
    this.path = normalize(path);
    this.keep = options.keep ?? ((event) => event);
    this.maximumFiles = options.maximumFiles ?? usualFiles;
    this.maximumBytes = options.maximumBytes ?? usualBytes;
  }

  /** Reads what was added since the last time, and returns everything. Never rejects. */
  async read(): Promise<TraceFilesReading> {
    const { path, keep, maximumFiles, maximumBytes, tails } = this;
    const links = new LinkedPaths();
    await links.begin(path);
    const events: TraceEvent[] = [];
    const files: TraceFile[] = [];
    const traceIds = new Set<string>();
    const linkedIds = new Set<string>();
    let bytesLeft = maximumBytes;
    let omittedFiles = 0;
    // Reading a file adds its links to the paths during this loop.
    for (const next of links.paths) {
      if (files.length >= maximumFiles || bytesLeft <= 0) {
        omittedFiles += 1;
        continue;
      }
      const tail = tails.get(next) ?? new TraceTail(next, keep);
      tails.set(next, tail);
      const file = await tail.read(bytesLeft);
      files.push(file);
      if (!file.ok) continue;
      bytesLeft -= tail.size;
      for (const event of tail.events) events.push(event);
      for (const traceId of tail.traceIds) traceIds.add(traceId);
      const linked = [...tail.linkedIds].filter((traceId) => !linkedIds.has(traceId));
      for (const traceId of linked) linkedIds.add(traceId);
      await links.follow(linked, next);
    }
    for (const known of tails.keys()) if (!links.paths.has(known)) tails.delete(known);
    const missing = [...linkedIds].filter((traceId) => !traceIds.has(traceId));
    return { events, files, omittedFiles, missing };
  }

  /** The state of each known file when it was read, by its path. */
  get stamps(): ReadonlyMap<string, string | undefined> {
    return new Map(Array.from(this.tails, ([path, { stamp }]) => [path, stamp]));
  }
}

/** The files that were read or will be, in order. */
class LinkedPaths {
  readonly paths = new Set<string>();
  private readonly listings = new Map<string, Promise<ReadonlySet<string>>>();

  /** Adds a file, or all traces of a folder. */
  async begin(path: string): Promise<void> {
    if (await isFolder(path))
      for (const name of await this.tracesIn(path)) await this.add(join(path, name));
    else await this.add(path);
  }

  /** Adds the files of these traces, to which the file at `path` refers. */
  async follow(traceIds: readonly string[], path: string): Promise<void> {
    for (const folder of [folderBeside(path), dirname(path)]) {
      if (traceIds.length === 0) return;
      const names = await this.tracesIn(folder);
      for (const traceId of traceIds) {
        const name = traceFileName(traceId);
        if (name !== undefined && names.has(name)) this.paths.add(join(folder, name));
      }
    }
  }

  /**
   * Adds a file and all traces in the folder beside it, because an interrupted call has no links
   * to them.
   */
  private async add(path: string): Promise<void> {
    this.paths.add(path);
    if (isTraceFileName(basename(path))) return;
    const folder = folderBeside(path);
    for (const name of await this.tracesIn(folder))
      if (isTraceFileName(name)) this.paths.add(join(folder, name));
  }

  private tracesIn(folder: string): Promise<ReadonlySet<string>> {
    const known = this.listings.get(folder) ?? tracesIn(folder);
    this.listings.set(folder, known);
    return known;
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
