// `@ptc/lisp`: evaluates PTC-Lisp programs that nobody has to trust.

export {
  check,
  decodeMemory,
  hopelessBeginning,
  languageNames,
  prepare,
  run,
} from "./run/start.ts";
export type { Prepared } from "./run/prepared.ts";
export type { Program } from "./run/program.ts";
export { createSession } from "./run/session.ts";
export type { Session, SessionRunOptions } from "./run/session.ts";
export { Memory } from "./persistence/memory.ts";
export { renderFail } from "./run/render-fail.ts";
export type { JournalChange, JournalStore } from "./effects/journal.ts";
export type { PrepareOptions, ProgramRunOptions, RunOptions } from "./run/options.ts";
export type { FailedStep, LispStep, SuccessfulStep } from "./run/step.ts";
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
export { limitTable } from "./evaluation/limits.ts";
export type { LimitEntry, LimitName, Limits } from "./evaluation/limits.ts";
export type { GenerateAfter } from "./evaluation/evaluation-options.ts";
