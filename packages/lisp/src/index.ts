// `@ptc/lisp`: evaluates untrusted PTC-Lisp programs.

export {
  check,
  checkpointOf,
  createLibraries,
  decodeMemory,
  unrecoverablePrefix,
  languageNames,
  prepare,
  resume,
  run,
} from "./entry/start.ts";
export type { Prepared, Program } from "./run/program.ts";
export { createSession } from "./entry/session.ts";
export { sessionIn } from "./entry/session-in.ts";
export type {
  Session,
  SessionOptions,
  SessionResumeOptions,
  SessionRunOptions,
  StoreSession,
  StoreSessionOptions,
} from "./waiting/session.ts";
export type { WaitingSource } from "./waiting/stored-session.ts";
export { LibraryError } from "./libraries/library-error.ts";
export type { Libraries } from "./analysis/known-libraries.ts";
export type { Library, LibraryFunction } from "./evaluation/library.ts";
export { Memory } from "./persistence/memory.ts";
export { renderFail } from "./step/render-fail.ts";
export type { JournalChange, JournalStore } from "./effects/journal.ts";
export type {
  CheckpointOptions,
  CheckpointSecret,
  LispRunOptions,
  PrepareOptions,
  ProgramRunOptions,
} from "./options/run-options.ts";
export type { ArgumentMatcher } from "./policy/argument-matcher.ts";
export type {
  Policy,
  PolicyCall,
  PolicyDecision,
  PolicyDefaults,
  PolicyFunction,
  PolicyRule,
  CallMatchers,
  VerdictRule,
  OriginRule,
  PrivateRule,
  PolicyVerdict,
  PolicyWithDefaults,
  ToolTraits,
} from "./policy/policy.ts";
export type { Provenance, ProvenanceOptions } from "./options/provenance.ts";
export type { RunCheckpointOptions } from "./step/run-checkpoint-options.ts";
export { CheckpointError } from "./waiting/checkpoint-error.ts";
export type { CheckpointProblem } from "./waiting/checkpoint-error.ts";
export type { Checkpoint, PendingCall } from "./step/checkpoint.ts";
export type { CheckpointEntry, CheckpointStore, EntryOptions } from "./step/checkpoint-entry.ts";
export type { EntriesOptions as CheckpointOfOptions } from "./waiting/checkpoint-of.ts";
export { answer, approve, deny } from "./waiting/decisions.ts";
export type { Approval, Decision, Decisions, Denial, Reply } from "./waiting/decisions.ts";
export { suspend } from "./waiting/suspension.ts";
export type { SuspendOptions, Suspension } from "./waiting/suspension.ts";
export type { ResumeOptions } from "./waiting/waiting-options.ts";
export type { FailedStep, LispStep, SuccessfulStep, WaitingStep } from "./step/step.ts";
export type {
  ApprovalContext,
  ApprovalRule,
  CallDecision,
  Fail,
  StandardIssue,
  StandardResult,
  StandardSchema,
  Tool,
  ToolArguments,
  ToolCallRecord,
  ToolContext,
  ToolEffect,
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
