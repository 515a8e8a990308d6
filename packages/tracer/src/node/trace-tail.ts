// Reads one trace file again and again. Each time it reads only the bytes that were appended. A
// file that was replaced, cut off or changed is read from its start.

import { open, stat, type FileHandle } from "node:fs/promises";
import type { Stats } from "node:fs";
import type { TraceEvent } from "@ptc/core/contracts";
import { TraceReader, type TraceReading } from "../read-trace.ts";

/** The content of a file besides events, or why it was not read. */
export type TraceFile = { readonly path: string } & (
  | ({ readonly ok: true } & Omit<TraceReading, "events">)
  | { readonly ok: false; readonly error: Error }
);

/** A host string can't be much longer, and its events take more memory than the text. */
const mostBytes = 250_000_000;
/** The bytes at the start and before the end that show whether a file still has the read part. */
const comparedBytes = 4_096;
const lineFeed = 10;

export class TraceTail {
  /** The events so far, reduced by `keep`. */
  events: TraceEvent[] = [];
  readonly traceIds = new Set<string>();
  /** The traces to which calls refer. */
  readonly linkedIds = new Set<string>();
  /** The bytes that were read. */
  size = 0;
  /** Identifies the state of the file when it was read. Undefined if it can't be read. */
  stamp: string | undefined = undefined;
  private readonly path: string;
  private readonly keep: (event: TraceEvent) => TraceEvent;
  private reader = new TraceReader();
  /** The first and the last bytes of the read part. */
  private head: Buffer = Buffer.alloc(0);
  private last: Buffer = Buffer.alloc(0);
  /** The bytes after the last line feed. */
  private rest: Buffer = Buffer.alloc(0);
  /** True if the last event is that of a line without a line feed. */
  private hasLoose = false;

  constructor(path: string, keep: (event: TraceEvent) => TraceEvent) {
    this.path = path;
    this.keep = keep;
  }

  /** Reads the appended part of a file of at most `maximum` bytes. Never rejects. */
  async read(maximum: number): Promise<TraceFile> {
    const { path } = this;
    try {
      // Opening a pipe may never end.
      if (!(await stat(path)).isFile()) throw new Error("is not a file");
      const file = await open(path, "r");
      try {
        await this.update(file, Math.min(mostBytes, maximum));
      } finally {
        await file.close();
      }
      return { path, ok: true, ...this.end() };
    } catch (error) {
      this.reset();
      return { path, ok: false, error: error instanceof Error ? error : new Error(String(error)) };
    }
  }

  private async update(file: FileHandle, maximum: number): Promise<void> {
    const status = await file.stat();
    const { size } = status;
    if (size > maximum) throw new Error(`is larger than ${String(maximum)} bytes`);
    const stamp = stampOf(status);
    if (stamp === this.stamp) return;
    if (!(await this.isContinued(file, status))) this.reset();
    this.take(await bytesAt(file, this.size, size - this.size));
    this.stamp = stamp;
  }

  /** True if the file grew, and still has what was read. */
  private async isContinued(file: FileHandle, status: Stats): Promise<boolean> {
    if (this.stamp === undefined || status.size <= this.size) return false;
    if (!this.stamp.startsWith(`${String(status.ino)} `)) return false;
    const { head, last, size } = this;
    return (
      head.equals(await bytesAt(file, 0, head.length)) &&
      last.equals(await bytesAt(file, size - last.length, last.length))
    );
  }

  private take(bytes: Buffer): void {
    if (this.hasLoose) this.events.pop();
    this.hasLoose = false;
    if (this.head.length < comparedBytes)
      this.head = Buffer.concat([this.head, bytes.subarray(0, comparedBytes - this.head.length)]);
    this.last = Buffer.concat([this.last, bytes.subarray(-comparedBytes)]).subarray(-comparedBytes);
    const isStart = this.rest.length === this.size;
    this.size += bytes.length;
    const all = this.rest.length === 0 ? bytes : Buffer.concat([this.rest, bytes]);
    const end = all.lastIndexOf(lineFeed);
    // The rest is copied, so that it doesn't keep the bytes before it in memory.
    this.rest = Buffer.from(all.subarray(end + 1));
    if (end < 0) return;
    const text = all.toString("utf8", isStart ? startOf(all) : 0, end);
    for (const event of this.reader.add(text.split("\n"))) this.add(event);
  }

  private end(): Omit<Extract<TraceFile, { readonly ok: true }>, "path" | "ok"> {
    const isWhole = this.rest.length === this.size;
    const { event, ...end } = this.reader.end(
      this.rest.toString("utf8", isWhole ? startOf(this.rest) : 0),
    );
    if (event !== undefined && !this.hasLoose) {
      this.add(event);
      this.hasLoose = true;
    }
    return end;
  }

  private add(event: TraceEvent): void {
    this.events.push(this.keep(event));
    this.traceIds.add(event.traceId);
    if (event.type !== "tool-call-end") return;
    for (const traceId of event.data.childTraceIds ?? []) this.linkedIds.add(traceId);
  }

  private reset(): void {
    this.events = [];
    this.traceIds.clear();
    this.linkedIds.clear();
    this.size = 0;
    this.stamp = undefined;
    this.reader = new TraceReader();
    this.head = this.last = this.rest = Buffer.alloc(0);
    this.hasLoose = false;
  }
}

/** Returns a text that changes when the file does. */
export function stampOf({ ino, size, mtimeMs }: Stats): string {
  return [ino, size, mtimeMs].join(" ");
}

/** Returns the number of bytes of a byte order mark. */
function startOf(bytes: Buffer): number {
  return bytes.subarray(0, 3).toString("latin1") === "\u00ef\u00bb\u00bf" ? 3 : 0;
}

/** Returns up to `length` bytes of a file, which may shrink meanwhile. */
async function bytesAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  let filled = 0;
  for (let read = -1; read !== 0 && filled < length; filled += read)
    read = (await file.read(bytes, filled, length - filled, position + filled)).bytesRead;
  return bytes.subarray(0, filled);
}
