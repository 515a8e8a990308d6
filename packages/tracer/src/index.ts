// `@ptc/tracer`: keeps and writes the trace events of a run. This entry runs everywhere;
// `@ptc/tracer/node` writes files.

export { combineSinks } from "@ptc/core/internal/contracts";
export { maskFirewalled } from "./mask-firewalled.ts";
export { createMemoryTracer } from "./memory-tracer.ts";
export type { MemoryTracer } from "./memory-tracer.ts";
export { readTrace } from "./read-trace.ts";
export type { TraceProblem, TraceReading } from "./read-trace.ts";
export { formatEvent, formatTraceHeader } from "./trace-format.ts";
export type { FormatEventOptions } from "./trace-format.ts";
export { buildTraceTree } from "./trace-tree.ts";
export type { TraceSpan } from "./trace-tree.ts";
