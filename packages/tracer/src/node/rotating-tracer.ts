// Writes traces to a file of bounded size. When the file is full, it becomes the first of the older
// files, and the oldest of them is removed:
//
//   audit.jsonl ──▶ audit.1.jsonl ──▶ audit.2.jsonl ──▶ removed

import { renameSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { TraceEvent } from "@ptc/core/contracts";
import { assertKnownOptions, wholeNumber } from "@ptc/core/internal/errors";
import { AppendingTracer, type FileTracer } from "./appending-tracer.ts";
import { TraceWriting, type FileTracerOptions } from "./trace-writing.ts";

/** The options of `createRotatingTracer`. */
export interface RotatingTracerOptions extends Pick<FileTracerOptions, "reveal"> {
  /**
   * The size in bytes at which the next run begins a new file. A run that is in progress then
   * continues in the old one, up to twice the size. Default: 100 MB.
   */
  readonly fileBytes?: number;
  /** The largest number of files, with the current one. Default: 10. */
  readonly files?: number;
}

const optionNames = [
  "reveal",
  "fileBytes",
  "files",
] as const satisfies readonly (keyof RotatingTracerOptions)[];

const usualFileBytes = 100_000_000;
const usualFiles = 10;
/** Numbers of files have up to three digits. */
const mostFiles = 1_000;
/** The runs in progress that are noted. With more, a file changes at twice its size. */
const mostOpenRuns = 10_000;

/**
 * Returns a sink that appends to the file at `path`, and renames it to `audit.1.jsonl` (for
 * `audit.jsonl`) when it is full. Otherwise like `createFileTracer`: if the disk fails, the trace
 * ends, the run continues, and `error` and `lostEvents` report it. Only one process may write to
 * the file.
 *
 * @throws OptionError with the option's name
 */
export function createRotatingTracer(
  path: string,
  options: RotatingTracerOptions = {},
): FileTracer {
  return new RotatingTracer(path, options);
}

class RotatingTracer implements FileTracer {
  readonly path: string;
  private readonly writing: TraceWriting;
  private readonly fileBytes: number;
  private readonly files: number;
  private file: AppendingTracer;
  private lostBefore = 0;
  private renameError: Error | undefined = undefined;
  /** The ids of the outermost spans of runs in progress. */
  private readonly openRuns = new Set<string>();

  constructor(path: string, options: RotatingTracerOptions) {
    assertKnownOptions(options, optionNames);
    const { fileBytes, files, reveal = false } = options;
    this.writing = new TraceWriting({ reveal, maximumBytes: Number.MAX_SAFE_INTEGER });
    this.path = path;
    this.fileBytes = wholeNumber(
      "fileBytes",
      fileBytes ?? usualFileBytes,
      1,
      Number.MAX_SAFE_INTEGER,
    );
    this.files = wholeNumber("files", files ?? usualFiles, 1, mostFiles);
    this.file = new AppendingTracer(path, this.writing);
  }

  get error(): Error | undefined {
    return this.file.error ?? this.renameError;
  }

  get lostEvents(): number {
    return this.lostBefore + this.file.lostEvents;
  }

  emit(event: TraceEvent): void {
    if (this.isFull) this.rotate();
    this.file.emit(event);
    this.note(event);
  }

  close(): void {
    this.file.close();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  private get isFull(): boolean {
    const { size, error, isClosed } = this.file;
    if (error !== undefined || isClosed || this.renameError !== undefined) return false;
    return size >= this.fileBytes * (this.openRuns.size === 0 ? 1 : 2);
  }

  private rotate(): void {
    const { file } = this;
    file.rest();
    try {
      rmSync(this.older(this.files - 1), { force: true });
      for (let number = this.files - 2; number >= 0; number--)
        rename(this.older(number), this.older(number + 1));
    } catch (error) {
      // The file keeps growing, because a trace without events is worse than a large one.
      this.renameError = error instanceof Error ? error : new Error(String(error));
      return;
    }
    file.close();
    this.lostBefore += file.lostEvents;
    this.file = new AppendingTracer(this.path, this.writing);
  }

  /** Returns the path of an older file; 0 is the current one. */
  private older(number: number): string {
    if (number === 0) return this.path;
    const name = basename(this.path, ".jsonl");
    const extension = name === basename(this.path) ? "" : ".jsonl";
    return join(dirname(this.path), `${name}.${String(number)}${extension}`);
  }

  private note({ type, traceId, spanId, parentSpanId }: TraceEvent): void {
    if (parentSpanId !== undefined) return;
    const run = `${traceId} ${spanId}`;
    if (type.endsWith("-end") || type === "run-paused") {
      this.openRuns.delete(run);
      if (type === "run-paused") this.forgetTrace(traceId);
    } else if (type.endsWith("-start") && this.openRuns.size < mostOpenRuns) this.openRuns.add(run);
  }

  private forgetTrace(traceId: string): void {
    for (const run of this.openRuns) if (run.startsWith(traceId)) this.openRuns.delete(run);
  }
}

/** Renames a file, if it exists. */
function rename(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
  }
}
