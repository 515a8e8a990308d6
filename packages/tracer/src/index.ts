// `@ptc/tracer`: keeps and writes the trace events of a run. This entry runs everywhere;
// `@ptc/tracer/node` writes files.

export { chromeTrace } from "./analysis/chrome-trace.ts";
export type { ChromeTrace, ChromeTraceEvent } from "./analysis/chrome-trace.ts";
export { compareRuns } from "./analysis/compare-runs.ts";
export type {
  ComparedPart,
  RunComparison,
  RunDifference,
  RunPart,
} from "./analysis/compare-runs.ts";
export { foldChildren, foldSpans } from "./analysis/fold-spans.ts";
export type { SpanFold } from "./analysis/fold-spans.ts";
export { groupRuns } from "./analysis/run-groups.ts";
export type { RunGroup, RunGrouping, Spread } from "./analysis/run-groups.ts";
export { summarizeRuns } from "./analysis/run-summary.ts";
export type { ModelUse, RunOutcome, TracedRun } from "./analysis/run-summary.ts";
export { slowestSpans } from "./analysis/slowest-spans.ts";
export type { SlowestSpansOptions, SlowSpan } from "./analysis/slowest-spans.ts";
export { speedscopeProfile } from "./analysis/speedscope-profile.ts";
export type {
  SpeedscopeEvent,
  SpeedscopeFile,
  SpeedscopeLane,
} from "./analysis/speedscope-profile.ts";
export { timelineOf } from "./analysis/timeline.ts";
export type { Timeline, TimelineOptions, TimelineRow } from "./analysis/timeline.ts";
export { toolStatistics } from "./analysis/tool-statistics.ts";
export type { ToolError, ToolStatistics } from "./analysis/tool-statistics.ts";
export { traceTools } from "./analysis/trace-tools.ts";
export type { TraceTools, TraceToolsOptions } from "./analysis/trace-tools.ts";
export { combineSinks } from "@ptc/core/internal/contracts";
export { maskFirewalled } from "./mask-firewalled.ts";
export { createMemoryTracer } from "./memory-tracer.ts";
export type { MemoryTracer } from "./memory-tracer.ts";
export { readTrace } from "./read-trace.ts";
export type { TraceProblem, TraceReading } from "./read-trace.ts";
export { formatEvent, formatTraceHeader } from "./trace-format.ts";
export type { FormatEventOptions } from "./trace-format.ts";
export { createSamplingSink } from "./sampling-sink.ts";
export type { SamplingSink } from "./sampling-sink.ts";
export type { KeptRuns, SampledRun, TraceSamplingOptions, TraceLoss } from "./sampling-options.ts";
export { isInRatio } from "./trace-ratio.ts";
export { buildTraceTree } from "./trace-tree.ts";
export type { TraceSpan } from "./trace-tree.ts";
