// Appends each event of a run to a file as one line, before `emit` returns. The file is therefore
// readable up to the last event, however the process ends. If the disk fails, the trace ends and
// the run continues.

import { closeSync, fstatSync, mkdirSync, openSync, readSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import type { TraceEvent, TraceSink } from "@ptc/core/contracts";
import { eventLine, formatTraceHeader } from "../trace-format.ts";
import type { TraceWriting } from "./trace-writing.ts";

/** A sink that appends each event to a file as one line of JSON. */
export interface FileTracer extends TraceSink {
  readonly path: string;
  /** Why the trace is incomplete. After an error, nothing more is written. */
  readonly error: Error | undefined;
  /** The number of events that aren't written because of the error. */
  readonly lostEvents: number;
  /** Closes the file. Drops later events. May be called twice. */
  close(): void;
  /** Same as `close`, for `using tracer = createFileTracer(path)`. */
  [Symbol.dispose](): void;
}

export class AppendingTracer implements FileTracer {
  readonly path: string;
  error: Error | undefined;
  lostEvents = 0;
  /** The bytes of the file, also of those that it had before. */
  size = 0;
  private readonly writing: TraceWriting;
  private file: number | undefined;
  isClosed = false;

  constructor(path: string, writing: TraceWriting) {
    this.path = path;
    this.writing = writing;
    this.attempt(() => {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      const file = this.open();
      this.size = fstatSync(file).size;
      const header = `${formatTraceHeader()}\n`;
      // An interrupted run may have left half a line, which must not be joined with this one.
      this.write(file, endsInsideLine(file) ? `\n${header}` : header);
    });
  }

  emit(event: TraceEvent): void {
    if (this.isClosed) {
      if (this.error !== undefined) this.lostEvents += 1;
      return;
    }
    const isWritten = this.attempt(() => {
      const { reveal, room } = this.writing;
      this.write(this.file ?? this.open(), `${eventLine(event, reveal, room)}\n`);
    });
    if (!isWritten) this.lostEvents += 1;
  }

  /** Closes the file until the next event. */
  rest(): void {
    const { file } = this;
    if (file === undefined) return;
    this.file = undefined;
    this.attempt(() => {
      closeSync(file);
    });
  }

  close(): void {
    this.isClosed = true;
    this.rest();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  private open(): number {
    this.file = openSync(this.path, "a+", 0o600);
    return this.file;
  }

  private write(file: number, text: string): void {
    const bytes = Buffer.from(text, "utf8");
    this.writing.count(bytes.length);
    this.size += bytes.length;
    for (let written = 0; written < bytes.length;) written += writeSync(file, bytes, written);
  }

  /** Returns true if the work succeeded. */
  private attempt(work: () => void): boolean {
    try {
      work();
      return true;
    } catch (error) {
      this.error ??= error instanceof Error ? error : new Error(String(error));
      this.close();
      return false;
    }
  }
}

function endsInsideLine(file: number): boolean {
  const { size } = fstatSync(file);
  if (size === 0) return false;
  const last = Buffer.alloc(1);
  return readSync(file, last, 0, 1, size - 1) === 1 && last.toString("latin1") !== "\n";
}
