// `@ptc/tracer/node`: trace files.

export { createFileTracer } from "./file-tracer.ts";
export type { FileTracer, FileTracerOptions } from "./file-tracer.ts";
