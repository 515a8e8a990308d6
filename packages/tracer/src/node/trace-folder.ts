// Writes each trace to its own file in a folder, so that you can read a mission's trace without
// those of its child missions. The number of files, their bytes and the open files are bounded:
// runs that have ended make room for new ones.

import { rmSync } from "node:fs";
import { join } from "node:path";
import type { TraceEvent, TraceSink } from "@ptc/core/contracts";
import { wholeNumber } from "@ptc/core/internal/errors";
import { AppendingTracer } from "./appending-tracer.ts";
import { FolderRuns, type FolderRun } from "./folder-runs.ts";
import { traceFileName } from "./trace-paths.ts";
import { TraceWriting, type FileTracerOptions } from "./trace-writing.ts";

/** The options of `createTraceFolder` and `createMissionTracer`. */
export interface TraceFolderOptions extends FileTracerOptions {
  /**
   * The maximum number of traces. In a trace folder, the run that ended first is removed to make
   * room, with its child missions. While no run has ended, and in the folder of a mission, further
   * traces are dropped. Default 20,000.
   */
  readonly maximumFiles?: number;
}

const usualFiles = 20_000;
/** A process has a few hundred descriptors in total. A closed file is opened again when needed. */
const openFiles = 64;

/** A sink that writes one file per trace. */
export interface TraceFolder extends TraceSink {
  readonly path: string;
  /** The number of traces with a file that this sink wrote. */
  readonly fileCount: number;
  /** The number of files that were removed to make room for new traces. */
  readonly removedFiles: number;
  /**
   * The first reason why traces are incomplete or missing. A file that can't be written ends its
   * trace, but not the others.
   */
  readonly error: Error | undefined;
  /** The number of events that aren't written because of an error or a limit. */
  readonly lostEvents: number;
  /** Closes all files. Drops later events. May be called twice. */
  close(): void;
  /** Same as `close`, for `using traces = createTraceFolder(path)`. */
  [Symbol.dispose](): void;
}

/**
 * Returns a sink that appends the events of each trace to a file `<trace id>.jsonl` in the folder
 * at `path`, which is created with the first one. Closes a file when its mission ends. Once the
 * folder has `maximumFiles` traces or `maximumBytes` bytes, removes the runs that ended first, also
 * those of earlier processes. Other files of the folder stay. Drops events whose trace id isn't 32
 * lowercase hex digits. Throws only an OptionError; other errors are in `error`.
 */
export function createTraceFolder(path: string, options: TraceFolderOptions = {}): TraceFolder {
  const writing = new TraceWriting(options, ["maximumFiles"]);
  return new RoutingTracer(path, writing, { ...options, isRotating: true });
}

export interface RoutingOptions extends Pick<TraceFolderOptions, "maximumFiles"> {
  /** True to remove the files of ended runs. */
  readonly isRotating: boolean;
}

export class RoutingTracer implements TraceFolder {
  readonly path: string;
  error: Error | undefined;
  lostEvents = 0;
  removedFiles = 0;
  private readonly writing: TraceWriting;
  private readonly maximumFiles: number;
  /** Undefined if files are never removed. */
  private readonly runs: FolderRuns | undefined;
  private hasFoundEarlier = false;
  private readonly files = new Map<string, AppendingTracer>();
  /** The open files, ordered by their last write. */
  private readonly open = new Set<AppendingTracer>();
  private isClosed = false;

  constructor(
    path: string,
    writing: TraceWriting,
    { maximumFiles = usualFiles, isRotating }: RoutingOptions,
  ) {
    this.path = path;
    this.writing = writing;
    this.maximumFiles = wholeNumber("maximumFiles", maximumFiles, 1, Number.MAX_SAFE_INTEGER);
    this.runs = isRotating ? new FolderRuns() : undefined;
  }

  get fileCount(): number {
    return this.files.size;
  }

  emit(event: TraceEvent): void {
    if (this.isClosed) return;
    this.findEarlier();
    const file = this.fileOf(event);
    if (file === undefined) {
      this.lostEvents += 1;
      return;
    }
    this.open.delete(file);
    const lostBefore = file.lostEvents;
    file.emit(event);
    this.lostEvents += file.lostEvents - lostBefore;
    if (event.type === "mission-end") file.rest();
    else this.keepOpen(file);
    this.error ??= file.error;
    this.runs?.note(event);
    while (this.writing.isFull && this.removeOldest(event.traceId));
  }

  close(): void {
    this.isClosed = true;
    for (const file of this.open) file.close();
    this.open.clear();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  private fileOf(event: TraceEvent): AppendingTracer | undefined {
    const { traceId } = event;
    const known = this.files.get(traceId);
    if (known !== undefined) return known;
    const name = traceFileName(traceId);
    if (name === undefined) {
      this.error ??= new Error("the id of a trace is not 32 hex digits: its events are dropped");
      return undefined;
    }
    if (!this.hasRoomFor(traceId)) {
      this.error ??= new Error(
        this.runs === undefined
          ? `there are ${String(this.maximumFiles)} traces (option maximumFiles): more are dropped`
          : `all of the ${String(this.maximumFiles)} traces (option maximumFiles) are of runs that haven't ended: more are dropped`,
      );
      return undefined;
    }
    const file = new AppendingTracer(join(this.path, name), this.writing);
    this.files.set(traceId, file);
    this.runs?.add(event);
    return file;
  }

  /** Counts the traces of earlier processes. */
  private findEarlier(): void {
    if (this.hasFoundEarlier) return;
    this.hasFoundEarlier = true;
    this.writing.count(this.runs?.addEarlier(this.path) ?? 0);
  }

  private hasRoomFor(traceId: string): boolean {
    const { runs, files, maximumFiles } = this;
    if (runs === undefined) return files.size < maximumFiles;
    if (runs.has(traceId)) return true;
    while (runs.traceCount >= maximumFiles) if (!this.removeOldest(traceId)) return false;
    return true;
  }

  /** Removes the files of the run that ended first. Returns false if no other run has ended. */
  private removeOldest(writtenId: string): boolean {
    const oldest = this.runs?.takeOldest(writtenId);
    if (oldest === undefined) return false;
    for (const traceId of oldest.traceIds) this.remove(traceId, oldest);
    return true;
  }

  private remove(traceId: string, { earlierBytes }: FolderRun): void {
    const file = this.files.get(traceId);
    file?.close();
    if (file !== undefined) this.open.delete(file);
    this.files.delete(traceId);
    this.writing.count(-(file?.size ?? earlierBytes));
    try {
      rmSync(join(this.path, `${traceId}.jsonl`), { force: true });
      this.removedFiles += 1;
    } catch (error) {
      this.error ??= error instanceof Error ? error : new Error(String(error));
    }
  }

  private keepOpen(file: AppendingTracer): void {
    this.open.add(file);
    const [longestUnused] = this.open;
    if (this.open.size <= openFiles || longestUnused === undefined) return;
    this.open.delete(longestUnused);
    longestUnused.rest();
  }
}
