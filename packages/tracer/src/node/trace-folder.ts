// A folder in which each trace has a file of its own, so that what a mission did can be read
// without what the missions below it did. How many files there are, and how many are open at once,
// is bounded.

import { join } from "node:path";
import type { TraceEvent, TraceSink } from "@ptc/core/contracts";
import { AppendingTracer } from "./appending-tracer.ts";
import { traceFileName } from "./trace-paths.ts";
import { TraceWriting, type FileTracerOptions } from "./trace-writing.ts";

/** The options of `createTraceFolder` and `createMissionTracer`. */
export interface TraceFolderOptions extends FileTracerOptions {
  /** Further traces than so many are dropped; default 20,000. */
  readonly maximumFiles?: number;
}

const usualFiles = 20_000;
/** A process has some hundred descriptors for everything. A file that is closed is opened again. */
const openFiles = 64;

/** A sink that keeps a file for each trace. */
export interface TraceFolder extends TraceSink {
  readonly path: string;
  /** How many traces have a file. */
  readonly fileCount: number;
  /**
   * Why traces are incomplete or missing; the first reason. A file that cannot be written ends its
   * trace, and others go on.
   */
  readonly error: Error | undefined;
  /** Closes all files; may be called twice. Later events are dropped. */
  close(): void;
  /** The same as `close`, for `using traces = createTraceFolder(path)`. */
  [Symbol.dispose](): void;
}

/**
 * A sink that appends the events of each trace to a file `<trace id>.jsonl` in the folder at
 * `path`, which is made with the first one. A file is closed when its mission ends. Events whose
 * trace id is not 32 hex digits in lower case are dropped. Throws only an OptionError for an
 * unknown option: for the rest see `error`.
 */
export function createTraceFolder(path: string, options: TraceFolderOptions = {}): TraceFolder {
  return new RoutingTracer(path, new TraceWriting(options, ["maximumFiles"]), options.maximumFiles);
}

export class RoutingTracer implements TraceFolder {
  readonly path: string;
  error: Error | undefined;
  private readonly writing: TraceWriting;
  private readonly maximumFiles: number;
  private readonly files = new Map<string, AppendingTracer>();
  /** The files that are open; the one that was written last comes last. */
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
    if (file === undefined) return;
    this.open.delete(file);
    file.emit(event);
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
        `there are ${String(this.maximumFiles)} traces (option maximumFiles): further ones are dropped`,
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
