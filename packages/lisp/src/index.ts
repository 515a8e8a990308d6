// `@ptc/lisp`: evaluates untrusted PTC-Lisp programs.

export {
  check,
  decodeMemory,
  unrecoverablePrefix,
  languageNames,
  prepare,
  run,
} from "./entry/start.ts";
export type { Prepared, Program } from "./run/program.ts";
export { createSession } from "./entry/session.ts";
export type { Session, SessionRunOptions } from "./entry/session.ts";
export { Memory } from "./persistence/memory.ts";
export { renderFail } from "./step/render-fail.ts";
export type { JournalChange, JournalStore } from "./effects/journal.ts";
export type { PrepareOptions, ProgramRunOptions, LispRunOptions } from "./options/run-options.ts";
export type { FailedStep, LispStep, SuccessfulStep } from "./step/step.ts";
export type {
  Fail,
  StandardIssue,
  StandardResult,
  StandardSchema,
  Tool,
  ToolArguments,
  ToolCallRecord,
  ToolContext,
  ToolFunction,
  Tools,
  TraceEvent,
  TraceSink,
  TypedTool,
  TypedToolFunction,
} from "@ptc/core/contracts";
export { toJson } from "@ptc/core/json";
export type { BigIntJson, ToJsonOptions } from "@ptc/core/json";
export { limitTable } from "./evaluation/limits.ts";
export type { LimitEntry, LimitName, Limits } from "./evaluation/limits.ts";
export type { GenerateAfter, RunActivity, ShownElements } from "./evaluation/evaluation-options.ts";
