// A trace file: all events of a run, whatever traces they belong to.

import { AppendingTracer, type FileTracer } from "./appending-tracer.ts";
import { TraceWriting, type FileTracerOptions } from "./trace-writing.ts";

/**
 * A sink that appends to the file at `path`. The file and its folders are made when they are
 * missing, readable by their owner only. In a file that exists, the new trace begins below the old
 * one. Never throws: see `error`.
 */
export function createFileTracer(path: string, options: FileTracerOptions = {}): FileTracer {
  return new AppendingTracer(path, new TraceWriting(options));
}
