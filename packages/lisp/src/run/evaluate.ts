// Runs compiled code once, in a span of the trace, and loads the tables of characters where the
// program needs them.

import type { TraceScope } from "@ptc/core/contracts";
import type { ProgramCode } from "../compile/compile-program.ts";
import type { ProgramSettings } from "../evaluation/evaluation-options.ts";
import { StackEnd } from "../evaluation/host-stack.ts";
import { hasCharacterTables, loadCharacterTables, unreadTexts } from "../sequence/characters.ts";
import type { ResolvedRunOptions } from "./options.ts";
import { programEnd } from "./program-end.ts";
import { ProgramRun } from "./program-run.ts";
import type { LispStep } from "./step.ts";

/** The code of a program, and the same for a run that needs more than one stack of the host. */
export interface EvaluatedCode {
  readonly code: ProgramCode;
  readonly onNewStacks: () => ProgramCode;
}

/**
 * One run of `code`. Answers with the step itself where nothing is awaited, because a promise takes
 * as long as a small program.
 */
export function evaluate<Return>(
  source: string,
  code: EvaluatedCode,
  options: ResolvedRunOptions<Return>,
  settings: ProgramSettings,
): LispStep<Return> | Promise<LispStep<Return>> {
  return options.trace.isListening
    ? evaluateTraced(source, code, options, settings)
    : evaluateOnce(code, options, settings, options.trace);
}

async function evaluateTraced<Return>(
  source: string,
  code: EvaluatedCode,
  options: ResolvedRunOptions<Return>,
  settings: ProgramSettings,
): Promise<LispStep<Return>> {
  const span = options.trace.start("program", () => ({ source }));
  const step = await evaluateOnce(code, options, settings, span.scope);
  span.end(programEnd(step, options.firewall));
  return step;
}

function evaluateOnce<Return>(
  evaluated: EvaluatedCode,
  options: ResolvedRunOptions<Return>,
  settings: ProgramSettings,
  trace: TraceScope,
): LispStep<Return> | Promise<LispStep<Return>> {
  const { code } = evaluated;
  const startedAt = settings.startedAt ?? options.clock.monotonic();
  try {
    const step = evaluateCode(code, options, settings, trace, startedAt);
    return step instanceof Promise && !code.mayAwait
      ? orOnNewStacks(step, evaluated, options, { ...settings, startedAt }, trace)
      : step;
  } catch (error) {
    return onNewStacks(error, evaluated, options, { ...settings, startedAt }, trace);
  }
}

async function orOnNewStacks<Return>(
  step: Promise<LispStep<Return>>,
  evaluated: EvaluatedCode,
  options: ResolvedRunOptions<Return>,
  settings: ProgramSettings,
  trace: TraceScope,
): Promise<LispStep<Return>> {
  try {
    return await step;
  } catch (error) {
    return await onNewStacks(error, evaluated, options, settings, trace);
  }
}

/** Runs a program again that ended with StackEnd, on the clock of its first run. */
function onNewStacks<Return>(
  error: unknown,
  evaluated: EvaluatedCode,
  options: ResolvedRunOptions<Return>,
  settings: ProgramSettings,
  trace: TraceScope,
): LispStep<Return> | Promise<LispStep<Return>> {
  if (!(error instanceof StackEnd)) throw error;
  options.crossing.reopen();
  return evaluateCode(evaluated.onNewStacks(), options, settings, trace);
}

/**
 * A program that cannot wait, and nests calls deeper than the host's stack reaches, throws
 * StackEnd: it has done nothing that could not be done twice.
 */
function evaluateCode<Return>(
  code: ProgramCode,
  options: ResolvedRunOptions<Return>,
  settings: ProgramSettings,
  trace: TraceScope,
  startedAt?: number,
): LispStep<Return> | Promise<LispStep<Return>> {
  return hasCharacterTables()
    ? new ProgramRun(code, options, settings, trace, startedAt).start()
    : evaluateLoading(code, options, settings, trace);
}

/**
 * Runs a program while the tables of characters are not loaded. A program that may do something
 * that cannot be done twice has to wait for the tables. Any other program starts without them. If
 * it turns out to need them, they are loaded and it is run again from its start, on the clock of
 * its first run.
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
  const startedAt = settings.startedAt ?? options.clock.monotonic();
  const step = new ProgramRun(code, options, settings, trace, startedAt).start();
  if (unreadTexts() === unread) return step;
  return loadCharacterTables().then(() => {
    options.crossing.reopen();
    return new ProgramRun(code, options, settings, trace, startedAt).start();
  });
}
