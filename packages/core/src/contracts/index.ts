// `@ptc/core/contracts`: the shapes that packages share, the table of reasons, and the pieces that
// emit trace events.

export { failReasons } from "./fail-reason.ts";
export type {
  FailReason,
  FailReasonEntry,
  FailReasonSource,
  KnownFailReason,
} from "./fail-reason.ts";
export type {
  AddressPart,
  EffectAddress,
  ForkPart,
  NativePart,
  RestoredPart,
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
export type { CallDecision } from "./call-decision.ts";
export type { RunUsage } from "./usage.ts";
export type { JsonSchema } from "./json-schema.ts";
export type {
  ApprovalContext,
  ApprovalRule,
  Exposure,
  NativeResult,
  Tool,
  ToolArguments,
  ToolContext,
  ToolEffect,
  ToolFunction,
  Tools,
  TypedTool,
  TypedApprovalRule,
  TypedToolFunction,
} from "./tool.ts";
export type { StandardIssue, StandardResult, StandardSchema } from "./standard-schema.ts";
export type {
  CallLayer,
  SpanReference,
  TokenUsage,
  TraceCarrier,
  TraceChange,
  TraceChanges,
  TraceEvent,
  TracedEffect,
  TraceEventData,
  TraceEventType,
  TraceFirewall,
  TraceMarkType,
  TraceMessage,
  TracePropagation,
  TraceSink,
} from "./trace.ts";
export { eventFirewall } from "./trace.ts";
export { TraceScope } from "./trace-scope.ts";
export type { OpenSpan, SpanName, TraceScopeOptions } from "./trace-scope.ts";
export { systemClock } from "./clock.ts";
export type { Clock, EffectTimes, RandomSource } from "./clock.ts";
