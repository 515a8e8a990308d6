// Runs compiled code once and makes the step. Whatever happens, the answer is a step, and the program's span ends.

import { printBounded } from "@ptc/core/printing";
import { fromHost, type Value } from "@ptc/core/values";
import type { Fail, RunUsage } from "@ptc/core/contracts";
import type { ProgramCode } from "../compile/compile-program.ts";
import { Branch } from "../evaluation/branch.ts";
import { Evaluation } from "../evaluation/evaluation.ts";
import { ReturnSignal } from "../evaluation/errors.ts";
import { handOver } from "../evaluation/hand-over.ts";
import { untilAborted } from "../evaluation/until-aborted.ts";
import type { Limits } from "../evaluation/limits.ts";
import type { ToolTable } from "../evaluation/tool-table.ts";
import { realised } from "../lazy/realised.ts";
import { runFail } from "./fail.ts";
import { freezeDeep } from "./freeze.ts";
import { Memory } from "./memory.ts";
import type { ResolvedRunOptions } from "./options.ts";
import { issueText, type StandardResult, type StandardSchema } from "./standard-schema.ts";
import type { LispStep } from "./step.ts";

export interface EvaluateOptions<Return> extends ResolvedRunOptions<Return> {
  readonly tools: ToolTable;
  readonly limits: Limits;
}

/** How much of a result a trace event shows. */
const tracedTextLimit = 4_000;

/** One run of `code`. */
export async function evaluate<Return>(source: string, code: ProgramCode, options: EvaluateOptions<Return>): Promise<LispStep<Return>> {
  const span = options.trace.start("program", () => ({ source }));
  const step = await runCode(code, { ...options, trace: span.scope });
  span.end({
    ok: step.ok,
    ...(step.ok ? { text: printBounded(step.value, { maxCharacters: tracedTextLimit }).text } : { fail: step.fail }),
    prints: step.prints,
    usage: step.usage,
  });
  return step;
}

interface Outcome {
  readonly value: Value;
  readonly endedBy: "return" | "value";
}

async function runCode<Return>(code: ProgramCode, options: EvaluateOptions<Return>): Promise<LispStep<Return>> {
  const { limits, memory, clock } = options;
  if (options.freeze) freezeDeep(options.context);
  const evaluation = new Evaluation({ ...options, mayAwait: code.mayAwait, context: fromHost(options.context), memory: memory.entries() });
  const branch = new Branch(evaluation, { steps: limits.steps, bytes: limits.memoryBytes, toolCalls: limits.toolCalls, output: limits.outputBytes }, [], 0);
  const startedAt = clock.monotonic();
  const usage = (): RunUsage => ({
    durationMs: clock.monotonic() - startedAt,
    steps: limits.steps - branch.allowance.steps,
    memoryBytes: limits.memoryBytes - branch.allowance.bytes,
    toolCalls: limits.toolCalls - branch.allowance.toolCalls,
  });
  const failed = (fail: Fail): LispStep<Return> => ({ ok: false, fail, memory, prints: branch.prints, toolCalls: branch.toolCalls, usage: usage() });
  try {
    const { value, endedBy } = await outcomeOf(code, branch);
    const kept = keep(evaluation, branch, code.mayAwait);
    const checked = await validated<Return>(handOver(branch, value, { collections: options.collections }), options.returns, options.signal);
    if (!checked.ok) return failed(checked.fail);
    return { ok: true, return: checked.value, value, endedBy, memory: kept, prints: branch.prints, toolCalls: branch.toolCalls, usage: usage() };
  } catch (error) {
    return failed(runFail(error, branch, limits));
  } finally {
    evaluation.pauseClock();
  }
}

async function outcomeOf(code: ProgramCode, branch: Branch): Promise<Outcome> {
  branch.evaluation.resumeClock();
  try {
    branch.evaluation.checkTime();
    const result = code.run(branch);
    const value = result instanceof Promise ? await result : result;
    return { value: realised(branch, value), endedBy: "value" };
  } catch (error) {
    if (!(error instanceof ReturnSignal)) throw error;
    return { value: realised(branch, error.value), endedBy: "return" };
  }
}

/** The memory a successful program leaves; what is kept is realised. */
function keep(evaluation: Evaluation, branch: Branch, mayAwait: boolean): Memory {
  const values = new Map<string, Value>();
  for (const [name, { value }] of evaluation.globals) if (value !== undefined) values.set(name, realised(branch, value));
  return Memory.ofValues(values, mayAwait);
}

type Checked<Return> = { readonly ok: true; readonly value: Return } | { readonly ok: false; readonly fail: Fail };

async function validated<Return>(value: unknown, schema: StandardSchema<Return> | undefined, signal: AbortSignal): Promise<Checked<Return>> {
  // Without a schema the caller chose what type to see; there is nothing to check it against.
  if (schema === undefined) return { ok: true, value: value as Return };
  const result = await untilAborted(validate(schema, value), signal);
  if (result.issues === undefined) return { ok: true, value: result.value };
  const messages = result.issues.map(issueText);
  return { ok: false, fail: { reason: "validation_error", message: messages.join("; "), details: { kind: "validation_error", errors: messages.map((message) => ({ reason: "validation_error", message })) } } };
}

/** A schema that throws, or answers with nothing, is broken: that is told as such, with its message. */
async function validate<Return>(schema: StandardSchema<Return>, value: unknown): Promise<StandardResult<Return>> {
  try {
    const result: unknown = await schema["~standard"].validate(value);
    if (typeof result === "object" && result !== null) return result as StandardResult<Return>;
    return { issues: [{ message: "the schema given as `returns` answered with no result" }] };
  } catch (error) {
    return { issues: [{ message: `the schema given as \`returns\` failed: ${error instanceof Error ? error.message.slice(0, 500) : "without a message"}` }] };
  }
}
