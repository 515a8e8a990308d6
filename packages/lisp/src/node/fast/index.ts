// `@ptc/lisp/node/fast`: exports `@ptc/lisp` from compiled code of an earlier process. Falls back
// to `@ptc/lisp` itself if there is no compiled code and it can't be cached.

import type * as Lisp from "../../index.ts";
import { languageOfScripts } from "../scripts/language-scripts.ts";

/** Other hosts cache compiled code differently or not at all. */
const isNode = process.versions["bun"] === undefined && process.versions["deno"] === undefined;

async function fromScripts(): Promise<typeof Lisp | undefined> {
  if (!isNode) return undefined;
  const modules = await languageOfScripts(`${import.meta.dirname}/scripts`, process.env);
  return modules?.["@ptc/lisp"];
}

const lisp = (await fromScripts()) ?? (await import("../../index.ts"));

/** The `Memory` class of `@ptc/lisp`. */
export const Memory = lisp.Memory;
export type Memory = Lisp.Memory;
/** The `CheckpointError` class of `@ptc/lisp`. */
export const CheckpointError = lisp.CheckpointError;
export type CheckpointError = Lisp.CheckpointError;
/** The `LibraryError` class of `@ptc/lisp`. */
export const LibraryError = lisp.LibraryError;
export type LibraryError = Lisp.LibraryError;
/** The `answer` function of `@ptc/lisp`. */
export const answer = lisp.answer;
/** The `approve` function of `@ptc/lisp`. */
export const approve = lisp.approve;
/** The `check` function of `@ptc/lisp`. */
export const check = lisp.check;
/** The `checkpointOf` function of `@ptc/lisp`. */
export const checkpointOf = lisp.checkpointOf;
/** The `createLibraries` function of `@ptc/lisp`. */
export const createLibraries = lisp.createLibraries;
/** The `createSession` function of `@ptc/lisp`. */
export const createSession = lisp.createSession;
/** The `decodeMemory` function of `@ptc/lisp`. */
export const decodeMemory = lisp.decodeMemory;
/** The `deny` function of `@ptc/lisp`. */
export const deny = lisp.deny;
/** The `unrecoverablePrefix` function of `@ptc/lisp`. */
export const unrecoverablePrefix = lisp.unrecoverablePrefix;
/** The `languageNames` of `@ptc/lisp`. */
export const languageNames = lisp.languageNames;
/** The `limitTable` of `@ptc/lisp`. */
export const limitTable = lisp.limitTable;
/** The `prepare` function of `@ptc/lisp`. */
export const prepare = lisp.prepare;
/** The `renderFail` function of `@ptc/lisp`. */
export const renderFail = lisp.renderFail;
/** The `resume` function of `@ptc/lisp`. */
export const resume = lisp.resume;
/** The `run` function of `@ptc/lisp`. */
export const run = lisp.run;
/** The `sessionIn` function of `@ptc/lisp`. */
export const sessionIn = lisp.sessionIn;
/** The `suspend` function of `@ptc/lisp`. */
export const suspend = lisp.suspend;

export type {
  Approval,
  ApprovalContext,
  ApprovalRule,
  CallDecision,
  Checkpoint,
  CheckpointEntry,
  CheckpointOfOptions,
  CheckpointOptions,
  CheckpointProblem,
  CheckpointSecret,
  CheckpointStore,
  Decision,
  Decisions,
  Denial,
  EntryOptions,
  Fail,
  FailedStep,
  GenerateAfter,
  JournalChange,
  JournalStore,
  Libraries,
  Library,
  LibraryFunction,
  LimitEntry,
  LimitName,
  Limits,
  LispStep,
  PendingCall,
  PrepareOptions,
  Prepared,
  Program,
  ProgramRunOptions,
  LispRunOptions,
  Reply,
  ResumeOptions,
  RunCheckpointOptions,
  Session,
  SessionResumeOptions,
  SessionRunOptions,
  StandardIssue,
  StandardResult,
  StandardSchema,
  SuccessfulStep,
  SuspendOptions,
  Suspension,
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
  WaitingStep,
} from "../../index.ts";
