// Writes each trace to its own file in a folder, so that you can read a mission's trace without
// those of its child missions. The number of files and of open files is bounded.

import { join } from "node:path";
import type { TraceEvent, TraceSink } from "@ptc/core/contracts";
import { AppendingTracer } from "./appending-tracer.ts";
import { traceFileName } from "./trace-paths.ts";
import { TraceWriting, type FileTracerOptions } from "./trace-writing.ts";

/** The options of `createTraceFolder` and `createMissionTracer`. */
export interface TraceFolderOptions extends FileTracerOptions {
  /** The maximum number of traces. Other traces are dropped. Default 20,000. */
  readonly maximumFiles?: number;
}

const usualFiles = 20_000;
/** A process has a few hundred descriptors in total. A closed file is opened again when needed. */
const openFiles = 64;

/** A sink that writes one file per trace. */
export interface TraceFolder extends TraceSink {
  readonly path: string;
  /** The number of traces with a file. */
  readonly fileCount: number;
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
 * at `path`, which is created with the first one. Closes a file when its mission ends. Drops
 * events whose trace id isn't 32 lowercase hex digits. Throws only an OptionError for an unknown
 * option; other errors are in `error`.
 */
export function createTraceFolder(path: string, options: TraceFolderOptions = {}): TraceFolder {
  return new RoutingTracer(path, new TraceWriting(options, ["maximumFiles"]), options.maximumFiles);
}

export class RoutingTracer implements TraceFolder {
  readonly path: string;
  error: Error | undefined;
  lostEvents = 0;
  private readonly writing: TraceWriting;
  private readonly maximumFiles: number;
  private readonly files = new Map<string, AppendingTracer>();
  /** The open files, ordered by their last write. */
  private readonly open = new Set<AppendingTracer>();
  private isClosed = false;

  constructor(path: string, writing: TraceWriting, maximumFiles = usualFiles) {
    this.path = path;
    this.writing = writing;
    this.maximumFiles = maximumFiles;
  }

  get fileCount(): number {
    return this.files.size;
  }

  emit(event: TraceEvent): void {
    if (this.isClosed) return;
    const file = this.fileOf(event.traceId);
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
  }

  close(): void {
    this.isClosed = true;
    for (const file of this.open) file.close();
    this.open.clear();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  private fileOf(traceId: string): AppendingTracer | undefined {
    const known = this.files.get(traceId);
    if (known !== undefined) return known;
    const name = traceFileName(traceId);
    if (name === undefined) {
      this.error ??= new Error("the id of a trace is not 32 hex digits: its events are dropped");
      return undefined;
    }
    if (this.files.size >= this.maximumFiles) {
      this.error ??= new Error(
        `there are ${String(this.maximumFiles)} traces (option maximumFiles): more are dropped`,
      );
      return undefined;
    }
    const file = new AppendingTracer(join(this.path, name), this.writing);
    this.files.set(traceId, file);
    return file;
  }

  private keepOpen(file: AppendingTracer): void {
    this.open.add(file);
    const [longestUnused] = this.open;
    if (this.open.size <= openFiles || longestUnused === undefined) return;
    this.open.delete(longestUnused);
    longestUnused.rest();
  }
}
