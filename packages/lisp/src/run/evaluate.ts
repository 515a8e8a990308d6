// Runs compiled code once and makes the step. Whatever happens, the answer is a step, and the
// program's span ends.

import { printBounded } from "@ptc/core/printing";
import { recordOf, getField, type HostCollections, type Value } from "@ptc/core/values";
import type { Fail, ForkStep, RunUsage, TraceScope } from "@ptc/core/contracts";
import type { ProgramCode } from "../compile/compile-program.ts";
import { Atom } from "../evaluation/atom.ts";
import { Branch } from "../evaluation/branch.ts";
import { hasCharacterTables, loadCharacterTables, unreadTexts } from "../sequence/characters.ts";
import { Evaluation, type ProgramSettings } from "../evaluation/evaluation.ts";
import { CancelledError, FailSignal, ReturnSignal, ThrownError } from "../evaluation/errors.ts";
import { handOver } from "../effects/hand-over.ts";
import type { Limits } from "../evaluation/limits.ts";
import { VarReference } from "../functions/var-reference.ts";
import type { Result } from "../evaluation/result.ts";
import { whenRealised } from "../sequence/element-pending.ts";
import { keptValue } from "../persistence/kept.ts";
import { whollyRealised } from "../sequence/realised.ts";
import { runFail } from "./fail.ts";
import { Memory } from "../persistence/memory.ts";
import type { ResolvedRunOptions } from "./options.ts";
import { programEnd } from "./program-end.ts";
import type { LispStep } from "./step.ts";
import { validated } from "./validated.ts";

/**
 * One run of `code`; at once where nothing is awaited: a promise costs as much as a small program.
 */
export function evaluate<Return>(
  source: string,
  code: ProgramCode,
  options: ResolvedRunOptions<Return>,
  settings: ProgramSettings,
): LispStep<Return> | Promise<LispStep<Return>> {
  return options.trace.isListening
    ? evaluateTraced(source, code, options, settings)
    : evaluateOnce(code, options, settings, options.trace);
}

async function evaluateTraced<Return>(
  source: string,
  code: ProgramCode,
  options: ResolvedRunOptions<Return>,
  settings: ProgramSettings,
): Promise<LispStep<Return>> {
  const span = options.trace.start("program", () => ({ source }));
  const step = await evaluateOnce(code, options, settings, span.scope);
  span.end(programEnd(step));
  return step;
}

function evaluateOnce<Return>(
  code: ProgramCode,
  options: ResolvedRunOptions<Return>,
  settings: ProgramSettings,
  trace: TraceScope,
): LispStep<Return> | Promise<LispStep<Return>> {
  return hasCharacterTables()
    ? new ProgramRun(code, options, settings, trace).start()
    : evaluateLoading(code, options, settings, trace);
}

/**
 * Where the tables of characters are not loaded. A program that may do something that cannot be
 * done twice is run when they are; every other one only when it is seen to need them, from its
 * start and on the clock of its first run.
 */
function evaluateLoading<Return>(
  code: ProgramCode,
  options: ResolvedRunOptions<Return>,
  settings: ProgramSettings,
  trace: TraceScope,
): LispStep<Return> | Promise<LispStep<Return>> {
  const mayBeTold = settings.journal !== undefined || trace.isListening;
  if (code.mayAwait || mayBeTold || options.random !== Math.random)
    return loadCharacterTables().then(() => new ProgramRun(code, options, settings, trace).start());
  const unread = unreadTexts();
  const startedAt = options.clock.monotonic();
  const step = new ProgramRun(code, options, settings, trace, startedAt).start();
  if (unreadTexts() === unread) return step;
  return loadCharacterTables().then(() => {
    options.crossing.reopen();
    return new ProgramRun(code, options, settings, trace, startedAt).start();
  });
}

const noForks: readonly ForkStep[] = [];

interface Outcome {
  readonly value: Value;
  readonly endedBy: "return" | "value";
}

/** From compiled code to the step it ends in. */
class ProgramRun<Return> {
  private readonly code: ProgramCode;
  private readonly options: ResolvedRunOptions<Return>;
  private readonly limits: Limits;
  private readonly evaluation: Evaluation;
  private readonly branch: Branch;
  private readonly startedAt: number;

  constructor(
    code: ProgramCode,
    options: ResolvedRunOptions<Return>,
    settings: ProgramSettings,
    trace: TraceScope,
    startedAt = options.clock.monotonic(),
  ) {
    const { limits } = settings;
    this.code = code;
    this.options = options;
    this.limits = limits;
    this.evaluation = new Evaluation(options, settings, trace, code.mayAwait);
    this.branch = new Branch(
      this.evaluation,
      {
        steps: limits.steps,
        bytes: limits.memoryBytes,
        toolCalls: limits.toolCalls,
        output: limits.outputBytes,
      },
      noForks,
      0,
    );
    this.startedAt = startedAt;
  }

  start(): LispStep<Return> | Promise<LispStep<Return>> {
    try {
      const outcome = outcomeOf(this.code, this.branch, this.startedAt);
      if (outcome instanceof Promise)
        return this.later(outcome.then((settled) => this.finish(settled)));
      const step = this.finish(outcome);
      if (step instanceof Promise) return this.later(step);
      this.evaluation.end();
      return step;
    } catch (error) {
      return this.failedWith(error);
    }
  }

  private async later(step: Promise<LispStep<Return>>): Promise<LispStep<Return>> {
    const endWatch = this.evaluation.watchTime();
    try {
      const settled = await step;
      this.evaluation.end();
      return settled;
    } catch (error) {
      return this.failedWith(error);
    } finally {
      endWatch?.();
    }
  }

  /** What the program leaves is kept, and its answer checked. */
  private finish({ value, endedBy }: Outcome): LispStep<Return> | Promise<LispStep<Return>> {
    const { options, branch } = this;
    const keeping = keep(this.evaluation, branch, this.code.mayAwait);
    if (keeping instanceof Promise)
      return keeping.then((kept) => this.finishWith(kept, value, endedBy));
    // Without a schema there is nothing to wait for.
    if (options.returns === undefined)
      return this.succeeded(
        answerOf(branch, value, options.collections) as Return,
        value,
        endedBy,
        keeping,
      );
    return this.finishWith(keeping, value, endedBy);
  }

  private async finishWith(
    kept: Memory,
    value: Value,
    endedBy: Outcome["endedBy"],
  ): Promise<LispStep<Return>> {
    const { options } = this;
    const checked = await validated<Return>(
      answerOf(this.branch, value, options.collections),
      options.returns,
      options.signal,
    );
    return checked.ok
      ? this.succeeded(checked.value, value, endedBy, kept)
      : this.failed(checked.fail);
  }

  // Written out in both steps: an object that is spread behind other fields costs as much as
  // reading a small program.

  private succeeded(
    answer: Return,
    value: Value,
    endedBy: Outcome["endedBy"],
    memory: Memory,
  ): LispStep<Return> {
    const { branch } = this;
    const step: LispStep<Return> = {
      ok: true,
      return: answer,
      value,
      endedBy,
      memory,
      summaries: recordOf(branch.summaries),
      prints: branch.prints,
      toolCalls: branch.toolCalls,
      usage: this.usage(),
    };
    return withRemembered(step, this.branch, this.options);
  }

  private failed(fail: Fail): LispStep<Return> {
    const { branch, options } = this;
    const step: LispStep<Return> = {
      ok: false,
      fail,
      memory: options.memory,
      summaries: {},
      prints: branch.prints,
      toolCalls: branch.toolCalls,
      usage: this.usage(),
    };
    return withRemembered(step, branch, options);
  }

  private failedWith(error: unknown): LispStep<Return> {
    // Telling of the failure reads its data: that must not call a tool any more.
    this.branch.isCleaningUp = true;
    const step = this.failed(runFail(error, this.branch, this.limits));
    this.evaluation.end();
    return step;
  }

  private usage(): RunUsage {
    const { limits } = this;
    const { steps, bytes, toolCalls } = this.branch.allowance;
    return {
      durationMs: this.options.clock.monotonic() - this.startedAt,
      steps: limits.steps - steps,
      memoryBytes: limits.memoryBytes - bytes,
      toolCalls: limits.toolCalls - toolCalls,
    };
  }
}

/** At once where the program awaited nothing: a promise costs as much as a small program. */
function outcomeOf(code: ProgramCode, branch: Branch, now: number): Outcome | Promise<Outcome> {
  branch.evaluation.resumeClock(now);
  branch.begin();
  try {
    if (branch.evaluation.isCancelled) throw new CancelledError();
    const answer = code.run(branch);
    const result =
      answer instanceof Promise
        ? answer.then((value) => whollyRealised(branch, value))
        : whollyRealised(branch, answer);
    return result instanceof Promise
      ? awaitedOutcome(result, branch)
      : { value: result, endedBy: "value" };
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
  return value instanceof Promise
    ? value.then((settled) => ({ value: settled, endedBy: "return" }))
    : { value, endedBy: "return" };
}

/** Fails with `error` when what it tells is there; what cannot be realised is told as text. */
function failedOutcome(
  error: FailSignal | ThrownError,
  told: Value,
  branch: Branch,
): Promise<Outcome> {
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

/**
 * What the caller gets for the program's value; of a program that ends with a definition, what it
 * defined.
 */
function answerOf(
  branch: Branch,
  value: Value,
  collections: HostCollections | "language",
): unknown {
  if (collections === "language") return countedAsText(branch, value);
  return handOver(branch, value instanceof VarReference ? value.value(branch) : value, {
    collections,
    isOutput: true,
  });
}

/** A value that its caller will print: its text counts as output. */
function countedAsText(branch: Branch, value: Value): Value {
  const room = Math.max(0, branch.outputRoom);
  const { text, truncated } = printBounded(value, { maxCharacters: room });
  branch.countOutput(truncated ? room + 1 : text.length);
  return value;
}

/**
 * With its forks, the journal as plain JSON, and what the developer should hear of, where there is
 * any of it.
 */
function withRemembered<Return>(
  step: LispStep<Return>,
  { evaluation, parallelCalls }: Branch,
  options: ResolvedRunOptions<Return>,
): LispStep<Return> {
  const isMistaken =
    evaluation.journal === undefined && getField(options.context, "journal") !== undefined;
  if (
    evaluation.journal === undefined &&
    parallelCalls === undefined &&
    !isMistaken &&
    !evaluation.hasForgottenTask
  )
    return step;
  const warnings: string[] = [];
  if (evaluation.hasForgottenTask)
    warnings.push(
      "the program used task, but the option `journal` was not given: nothing was remembered",
    );
  if (isMistaken)
    warnings.push(
      "`journal` in the context is ordinary data; the journal of tasks is the option `journal`",
    );
  return {
    ...step,
    ...(parallelCalls === undefined ? {} : { parallelCalls }),
    ...(evaluation.journal === undefined ? {} : { journal: recordOf(evaluation.journal.all()) }),
    ...(warnings.length === 0 ? {} : { warnings }),
  };
}

/**
 * The memory a successful program leaves; what is kept is realised. An atom lives as long as its
 * program.
 */
function keep(evaluation: Evaluation, branch: Branch, mayAwait: boolean): Memory | Promise<Memory> {
  const { globals } = evaluation;
  if (globals === undefined) return Memory.empty;
  return whenRealised(branch, () => {
    const values = new Map<string, Value>();
    for (const [name, { value }] of globals)
      if (value !== undefined && !(value instanceof Atom))
        values.set(name, keptValue(branch, value, name));
    return Memory.ofValues(values, mayAwait);
  });
}
