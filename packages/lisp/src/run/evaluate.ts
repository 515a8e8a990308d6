// Runs compiled code once, in a span of the trace, and loads the tables of characters where the
// program needs them.

import type { TraceScope } from "@ptc/core/contracts";
import type { ProgramCode } from "../compile/compile-program.ts";
import type { ProgramSettings } from "../evaluation/evaluation-options.ts";
import { StackEnd } from "../evaluation/budget/host-stack.ts";
import { hasCharacterTables, loadCharacterTables, unreadTexts } from "../sequence/characters.ts";
import type { ResolvedRunOptions } from "./options.ts";
import { programEnd } from "./program-end.ts";
import { ProgramRun } from "./program-run.ts";
import type { LispStep } from "./step.ts";

/** The code of a program. */
export interface EvaluatedCode {
  readonly code: ProgramCode;
  /** The same for a run that needs more than one stack; absent for code that may await. */
  readonly onNewStacks?: () => ProgramCode;
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

/**
 * Code that cannot wait, and nests calls deeper than the host's stack reaches or computes so long
 * that the host should go on, throws StackEnd. It has done nothing that could not be done twice, so
 * it is run again as code that can, on the clock of its first run.
 */
function evaluateOnce<Return>(
  evaluated: EvaluatedCode,
  options: ResolvedRunOptions<Return>,
  settings: ProgramSettings,
  trace: TraceScope,
): LispStep<Return> | Promise<LispStep<Return>> {
  const { code, onNewStacks } = evaluated;
  if (onNewStacks === undefined) return evaluateCode(code, options, settings, trace);
  const startedAt = settings.startedAt ?? options.clock.monotonic();
  // Written out, because most runs end here and need no function for a second one.
  try {
    const step = evaluateCode(code, options, settings, trace, startedAt);
    return step instanceof Promise
      ? step.catch((error: unknown) =>
          evaluateAgain(error, code, onNewStacks, options, { ...settings, startedAt }, trace),
        )
      : step;
  } catch (error) {
    return evaluateAgain(error, code, onNewStacks, options, { ...settings, startedAt }, trace);
  }
}

/** Runs a program once more that ended in `error`, if that is why it cannot go on. */
function evaluateAgain<Return>(
  error: unknown,
  code: ProgramCode,
  onNewStacks: () => ProgramCode,
  options: ResolvedRunOptions<Return>,
  settings: ProgramSettings,
  trace: TraceScope,
): LispStep<Return> | Promise<LispStep<Return>> {
  if (!(error instanceof StackEnd)) throw error;
  options.crossing.reopen();
  if (error.why === "stack") return evaluateCode(onNewStacks(), options, settings, trace);
  const again = (further: unknown): LispStep<Return> | Promise<LispStep<Return>> =>
    evaluateAgain(further, code, onNewStacks, options, settings, trace);
  try {
    const step =
      error.why === "turn"
        ? evaluateCode(onNewStacks(), options, { ...settings, turns: "only" }, trace)
        : evaluateCode(code, options, { ...settings, turns: "none" }, trace);
    return step instanceof Promise ? step.catch(again) : step;
  } catch (further) {
    return again(further);
  }
}

function evaluateCode<Return>(
  code: ProgramCode,
  options: ResolvedRunOptions<Return>,
  settings: ProgramSettings,
  trace: TraceScope,
  startedAt?: number,
): LispStep<Return> | Promise<LispStep<Return>> {
  return hasCharacterTables()
    ? new ProgramRun(code, options, settings, trace, startedAt).start()
    : evaluateLoading(code, options, settings, trace, startedAt);
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
  firstStartedAt?: number,
): LispStep<Return> | Promise<LispStep<Return>> {
  const mayBeTold = settings.journal !== undefined || trace.isListening;
  if (code.mayAwait || mayBeTold || options.random !== Math.random)
    return loadCharacterTables().then(() => new ProgramRun(code, options, settings, trace).start());
  const unread = unreadTexts();
  const startedAt = firstStartedAt ?? settings.startedAt ?? options.clock.monotonic();
  const step = new ProgramRun(code, options, settings, trace, startedAt).start();
  if (unreadTexts() === unread) return step;
  return loadCharacterTables().then(() => {
    options.crossing.reopen();
    return new ProgramRun(code, options, settings, trace, startedAt).start();
  });
}
