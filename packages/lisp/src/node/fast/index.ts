// `@ptc/lisp/node/fast`: the same as `@ptc/lisp`, from code that an earlier process has compiled.
// Where there is none and none can be kept, it is `@ptc/lisp` itself.

import type * as Lisp from "../../index.ts";
import { languageOfScripts } from "../scripts/language-scripts.ts";

/** Other hosts keep compiled code otherwise, or not at all. */
const isNode = process.versions["bun"] === undefined && process.versions["deno"] === undefined;

async function fromScripts(): Promise<typeof Lisp | undefined> {
  if (!isNode) return undefined;
  const modules = await languageOfScripts(`${import.meta.dirname}/scripts`, process.env);
  return modules?.["@ptc/lisp"];
}

const lisp = (await fromScripts()) ?? (await import("../../index.ts"));

/** What `Memory` of `@ptc/lisp` is. */
export const Memory = lisp.Memory;
export type Memory = Lisp.Memory;
/** What `ToolRunner` of `@ptc/lisp` is. */
export const ToolRunner = lisp.ToolRunner;
export type ToolRunner = Lisp.ToolRunner;
/** What `check` of `@ptc/lisp` is. */
export const check = lisp.check;
/** What `createSession` of `@ptc/lisp` is. */
export const createSession = lisp.createSession;
/** What `decodeMemory` of `@ptc/lisp` is. */
export const decodeMemory = lisp.decodeMemory;
/** What `unrecoverablePrefix` of `@ptc/lisp` is. */
export const unrecoverablePrefix = lisp.unrecoverablePrefix;
/** What `languageNames` of `@ptc/lisp` is. */
export const languageNames = lisp.languageNames;
/** What `limitTable` of `@ptc/lisp` is. */
export const limitTable = lisp.limitTable;
/** What `prepare` of `@ptc/lisp` is. */
export const prepare = lisp.prepare;
/** What `renderFail` of `@ptc/lisp` is. */
export const renderFail = lisp.renderFail;
/** What `run` of `@ptc/lisp` is. */
export const run = lisp.run;
/** What `wrappedTool` of `@ptc/lisp` is. */
export const wrappedTool = lisp.wrappedTool;

export type {
  Fail,
  FailedStep,
  GenerateAfter,
  JournalChange,
  JournalStore,
  LimitEntry,
  LimitName,
  Limits,
  LispStep,
  PrepareOptions,
  Prepared,
  Program,
  ProgramRunOptions,
  LispRunOptions,
  Session,
  SessionRunOptions,
  StandardIssue,
  StandardResult,
  StandardSchema,
  SuccessfulStep,
  Tool,
  ToolArguments,
  ToolCall,
  ToolCallRecord,
  ToolContext,
  ToolFunction,
  ToolRunnerOptions,
  ToolWrapper,
  Tools,
  TraceEvent,
  TraceSink,
  TypedTool,
  TypedToolFunction,
} from "../../index.ts";
