// `@ptc/core/contracts`: the shapes that packages share. Types, the table of reasons, and the small
// pieces that give them their meaning.

export { failReasons } from "./fail-reason.ts";
export type {
  FailReason,
  FailReasonEntry,
  FailReasonSource,
  KnownFailReason,
} from "./fail-reason.ts";
export {
  addressPartText,
  effectAddressText,
  forkPlace,
  requestId,
  summaryRequestId,
} from "./effect-address.ts";
export type {
  AddressPart,
  EffectAddress,
  ForkPart,
  NativePart,
  SequencePart,
  TaskPart,
} from "./effect-address.ts";
export type {
  Fail,
  FailDetails,
  ParallelCallRecord,
  SourcePosition,
  ToolCallRecord,
} from "./step.ts";
export { byCounter, nothingUsed, usageOf } from "./usage.ts";
export type { Counted, RunUsage } from "./usage.ts";
export type { JsonSchema } from "./json-schema.ts";
export { isThenable } from "./thenable.ts";
export { toolFieldNames } from "./tool.ts";
export type {
  Exposure,
  NativeResult,
  Tool,
  ToolArguments,
  ToolContext,
  ToolFunction,
  Tools,
  TypedTool,
  TypedToolFunction,
} from "./tool.ts";
export { isStandardSchema, issueText } from "./standard-schema.ts";
export type { StandardIssue, StandardResult, StandardSchema } from "./standard-schema.ts";
export type {
  CallLayer,
  TokenUsage,
  TraceEvent,
  TraceEventData,
  TraceEventType,
  TraceFirewall,
  TraceMessage,
  TraceSink,
} from "./trace.ts";
export { eventFirewall } from "./trace.ts";
export { combineSinks } from "./combine-sinks.ts";
export { TraceScope } from "./trace-scope.ts";
export type { OpenSpan, SpanName, TraceScopeOptions } from "./trace-scope.ts";
export { randomHexId, sleep, systemClock, timesOf } from "./clock.ts";
export type { Clock, EffectTimes, RandomSource } from "./clock.ts";
export { JournalEntries } from "./journal-entries.ts";
