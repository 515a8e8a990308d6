// Writes the events of a run to a file, one line each, before `emit` returns, so that the file is
// readable up to the last event however the process ends. When the disk fails, the trace ends and
// the run goes on.

import { closeSync, fstatSync, mkdirSync, openSync, readSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import type { TraceEvent, TraceSink } from "@ptc/core/contracts";
import { eventLine, formatTraceHeader } from "../trace-format.ts";
import { maximumEventCost } from "../trace-json.ts";

export interface FileTracerOptions {
  /** Writes firewalled fields as they are; otherwise they are `"<Firewalled>"`. */
  readonly reveal?: boolean;
  /**
   * Once so many bytes are written, values in further events are replaced by `"<TooLarge>"` when
   * they are more than a few lines; default 1 GB.
   */
  readonly maximumBytes?: number;
}

const usualBytes = 1_000_000_000;
/** What an event may cost in a file that is full; see `maximumEventCost`. */
const leastRoom = 1_000;

export interface FileTracer extends TraceSink {
  readonly path: string;
  /** Why the trace is incomplete. Nothing is written after an error. */
  readonly error: Error | undefined;
  /** Closes the file; may be called twice. Later events are dropped. */
  close(): void;
}

/**
 * A sink that appends to the file at `path`. The file and its folders are made when they are
 * missing, readable by their owner only. In a file that exists, the new trace begins below the old
 * one. Never throws: see `error`.
 */
export function createFileTracer(path: string, options: FileTracerOptions = {}): FileTracer {
  return new AppendingTracer(path, options.reveal === true, options.maximumBytes ?? usualBytes);
}

class AppendingTracer implements FileTracer {
  readonly path: string;
  error: Error | undefined;
  private readonly reveal: boolean;
  private readonly maximumBytes: number;
  private written = 0;
  private file: number | undefined;

  constructor(path: string, reveal: boolean, maximumBytes: number) {
    this.path = path;
    this.reveal = reveal;
    this.maximumBytes = maximumBytes;
    this.attempt(() => {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      this.file = openSync(path, "a+", 0o600);
      const header = `${formatTraceHeader()}\n`;
      // An interrupted run may have left half a line, which must not be joined with this one.
      this.write(this.file, endsInsideLine(this.file) ? `\n${header}` : header);
    });
  }

  emit(event: TraceEvent): void {
    const { file } = this;
    if (file === undefined) return;
    this.attempt(() => {
      const room = this.written > this.maximumBytes ? leastRoom : maximumEventCost;
      this.write(file, `${eventLine(event, this.reveal, room)}\n`);
    });
  }

  close(): void {
    const { file } = this;
    if (file === undefined) return;
    this.file = undefined;
    this.attempt(() => {
      closeSync(file);
    });
  }

  private write(file: number, text: string): void {
    const bytes = Buffer.from(text, "utf8");
    this.written += bytes.length;
    for (let written = 0; written < bytes.length;) written += writeSync(file, bytes, written);
  }

  private attempt(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.error ??= error instanceof Error ? error : new Error(String(error));
      this.close();
    }
  }
}

function endsInsideLine(file: number): boolean {
  const { size } = fstatSync(file);
  if (size === 0) return false;
  const last = Buffer.alloc(1);
  return readSync(file, last, 0, 1, size - 1) === 1 && last.toString("latin1") !== "\n";
}
