// `@ptc/tracer/node`: trace files.

export { createFileTracer } from "./file-tracer.ts";
export type { FileTracer } from "./appending-tracer.ts";
export type { FileTracerOptions } from "./trace-writing.ts";
export { createMissionTracer } from "./mission-tracer.ts";
export type { MissionTracer } from "./mission-tracer.ts";
export { createRotatingTracer } from "./rotating-tracer.ts";
export type { RotatingTracerOptions } from "./rotating-tracer.ts";
export { createTraceFolder } from "./trace-folder.ts";
export type { TraceFolder, TraceFolderOptions } from "./trace-folder.ts";
export { readTraceFiles } from "./read-trace-files.ts";
export type { ReadTraceFilesOptions, TraceFilesReading } from "./read-trace-files.ts";
export type { TraceFile } from "./trace-tail.ts";
