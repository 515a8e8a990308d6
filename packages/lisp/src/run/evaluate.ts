// Runs compiled code once and makes the step. Whatever happens, the answer is a step, and the program's span ends.

import { printBounded } from "@ptc/core/printing";
import { defineField, getField, type HostCollections, type Value } from "@ptc/core/values";
import type { Fail, RunUsage, TraceScope } from "@ptc/core/contracts";
import type { ProgramCode } from "../compile/compile-program.ts";
import { Atom } from "../evaluation/atom.ts";
import { Branch } from "../evaluation/branch.ts";
import { Evaluation } from "../evaluation/evaluation.ts";
import { CancelledError, FailSignal, ReturnSignal, ThrownError } from "../evaluation/errors.ts";
import { handOver } from "../evaluation/hand-over.ts";
import type { Journal } from "../evaluation/journal.ts";
import type { Limits } from "../evaluation/limits.ts";
import type { ToolTable } from "../evaluation/tool-table.ts";
import { VarReference } from "../evaluation/var-reference.ts";
import { after, type Result } from "../evaluation/result.ts";
import { whenRealised } from "../lazy/element-pending.ts";
import { keptValue } from "../lazy/kept.ts";
import { whollyRealised } from "../lazy/realised.ts";
import { runFail } from "./fail.ts";
import { Memory } from "./memory.ts";
import type { ResolvedRunOptions } from "./options.ts";
import { programEnd } from "./program-end.ts";
import type { FailedStep, LispStep } from "./step.ts";
import { validated } from "./validated.ts";

export interface EvaluateOptions<Return> extends Omit<ResolvedRunOptions<Return>, "journal"> {
  readonly journal: Journal | undefined;
  readonly tools: ToolTable;
  readonly limits: Limits;
}

/** One run of `code`. */
export function evaluate<Return>(source: string, code: ProgramCode, options: EvaluateOptions<Return>): Promise<LispStep<Return>> {
  return options.trace.isListening ? evaluateTraced(source, code, options) : runCode(code, options, options.trace);
}

async function evaluateTraced<Return>(source: string, code: ProgramCode, options: EvaluateOptions<Return>): Promise<LispStep<Return>> {
  const span = options.trace.start("program", () => ({ source }));
  const step = await runCode(code, options, span.scope);
  span.end(programEnd(step));
  return step;
}

interface Outcome {
  readonly value: Value;
  readonly endedBy: "return" | "value";
}

async function runCode<Return>(code: ProgramCode, options: EvaluateOptions<Return>, trace: TraceScope): Promise<LispStep<Return>> {
  const { limits, memory, clock } = options;
  const evaluation = new Evaluation({ ...options, trace, mayAwait: code.mayAwait, memory: memory.entries() });
  const branch = new Branch(evaluation, { steps: limits.steps, bytes: limits.memoryBytes, toolCalls: limits.toolCalls, output: limits.outputBytes }, [], 0);
  const startedAt = clock.monotonic();
  const usage = (): RunUsage => ({
    durationMs: clock.monotonic() - startedAt,
    steps: limits.steps - branch.allowance.steps,
    memoryBytes: limits.memoryBytes - branch.allowance.bytes,
    toolCalls: limits.toolCalls - branch.allowance.toolCalls,
  });
  // Written out in both steps: an object that is spread behind other fields costs as much as reading a small program.
  const failed = (fail: Fail): LispStep<Return> => ({ ok: false, fail, memory, summaries: {}, prints: branch.prints, toolCalls: branch.toolCalls, usage: usage(), ...remembered(evaluation, options) });
  try {
    const outcome = outcomeOf(code, branch);
    const { value, endedBy } = outcome instanceof Promise ? await outcome : outcome;
    const keeping = keep(evaluation, branch, code.mayAwait);
    const kept = keeping instanceof Promise ? await keeping : keeping;
    const checking = validated<Return>(answerOf(branch, value, options.collections), options.returns, options.signal);
    const checked = checking instanceof Promise ? await checking : checking;
    if (!checked.ok) return failed(checked.fail);
    return { ok: true, return: checked.value, value, endedBy, memory: kept, summaries: recordOf(branch.summaries), prints: branch.prints, toolCalls: branch.toolCalls, usage: usage(), ...remembered(evaluation, options) };
  } catch (error) {
    // Telling of the failure reads its data: that must not call a tool any more.
    branch.isCleaningUp = true;
    return failed(runFail(error, branch, limits));
  } finally {
    evaluation.pauseClock();
  }
}

/** At once where the program awaited nothing: a promise costs as much as a small program. */
function outcomeOf(code: ProgramCode, branch: Branch): Outcome | Promise<Outcome> {
  branch.evaluation.resumeClock();
  try {
    branch.evaluation.checkTime();
    const result = after(code.run(branch), (value) => whollyRealised(branch, value));
    return result instanceof Promise ? awaitedOutcome(result, branch) : { value: result, endedBy: "value" };
  } catch (error) {
    return endedOutcome(error, branch);
  }
}

async function awaitedOutcome(result: Promise<Value>, branch: Branch): Promise<Outcome> {
  try {
    return { value: await result, endedBy: "value" };
  } catch (error) {
    return endedOutcome(error, branch);
  }
}

/** Where `return`, `fail` or `throw` ended the program: what they were given is realised too. */
function endedOutcome(error: unknown, branch: Branch): Outcome | Promise<Outcome> {
  if (error instanceof FailSignal) return failedOutcome(error, error.value, branch);
  if (error instanceof ThrownError) return failedOutcome(error, error.value.parts.data, branch);
  if (!(error instanceof ReturnSignal)) throw error;
  const value = whollyRealised(branch, error.value);
  return value instanceof Promise ? value.then((settled) => ({ value: settled, endedBy: "return" })) : { value, endedBy: "return" };
}

/** Fails with `error` when what it tells is there; what cannot be realised is told as text. */
function failedOutcome(error: FailSignal | ThrownError, told: Value, branch: Branch): Promise<Outcome> {
  const { site } = branch;
  const fail = (): never => {
    branch.site = site;
    throw error;
  };
  let value: Result = null;
  try {
    value = whollyRealised(branch, told);
  } catch {
    fail();
  }
  return value instanceof Promise ? value.then(fail, fail) : fail();
}

/** What the caller gets for the program's value; of a program that ends with a definition, what it defined. */
function answerOf(branch: Branch, value: Value, collections: HostCollections | "language"): unknown {
  if (collections === "language") return countedAsText(branch, value);
  return handOver(branch, value instanceof VarReference ? value.value(branch) : value, { collections, isOutput: true });
}

/** A value that its caller will print: its text counts as output. */
function countedAsText(branch: Branch, value: Value): Value {
  const room = Math.max(0, branch.outputRoom);
  const { text, truncated } = printBounded(value, { maxCharacters: room });
  branch.countOutput(truncated ? room + 1 : text.length);
  return value;
}

/** The journal as plain JSON, and what the developer should hear of. */
function remembered<Return>(evaluation: Evaluation, options: EvaluateOptions<Return>): Pick<FailedStep, "journal" | "warnings"> {
  const warnings: string[] = [];
  if (evaluation.hasForgottenTask) warnings.push("the program used task, but the option `journal` was not given: nothing was remembered");
  if (options.journal === undefined && getField(options.context, "journal") !== undefined) warnings.push("`journal` in the context is ordinary data; the journal of tasks is the option `journal`");
  return {
    ...(evaluation.journal === undefined ? {} : { journal: recordOf(evaluation.journal.all()) }),
    ...(warnings.length === 0 ? {} : { warnings }),
  };
}

function recordOf<Item>(entries: Iterable<readonly [string, Item]>): Record<string, Item> {
  const record: Record<string, Item> = {};
  for (const [name, item] of entries) defineField(record, name, item);
  return record;
}

/** The memory a successful program leaves; what is kept is realised. An atom lives as long as its program. */
function keep(evaluation: Evaluation, branch: Branch, mayAwait: boolean): Memory | Promise<Memory> {
  return whenRealised(branch, () => {
    const values = new Map<string, Value>();
    for (const [name, { value }] of evaluation.globals) if (value !== undefined && !(value instanceof Atom)) values.set(name, keptValue(branch, value, name));
    return Memory.ofValues(values, mayAwait);
  });
}
