// Writes a trace file: all events of a run, from any trace.

import { AppendingTracer, type FileTracer } from "./appending-tracer.ts";
import { TraceWriting, type FileTracerOptions } from "./trace-writing.ts";

/**
 * Returns a sink that appends to the file at `path`. Creates the file and its folders if missing,
 * readable by their owner only. In an existing file, the new trace starts after the old one. Never
 * throws: see `error`.
 */
export function createFileTracer(path: string, options: FileTracerOptions = {}): FileTracer {
  return new AppendingTracer(path, new TraceWriting(options));
}
