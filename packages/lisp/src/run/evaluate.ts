// Runs compiled code once, in a span of the trace, and loads the character tables if the program
// needs them.

import type { TracedEffect, TraceScope } from "@ptc/core/contracts";
import type { AnalyzedProgram } from "../analysis/core-tree.ts";
import type { ProgramCode } from "../compile/compile-program.ts";
import type { RepeatedRun } from "../evaluation/evaluate-again.ts";
import type { ProgramSettings } from "../evaluation/evaluation-options.ts";
import { turnQueue } from "@ptc/core/internal/task";
import { StackEnd } from "../evaluation/budget/host-stack.ts";
import { lazyCode } from "../loading/lazy-code.ts";
import { unreadTexts } from "../sequence/characters.ts";
import type { ResolvedRunOptions } from "../options/resolve-options.ts";
import { Execution } from "./execution.ts";
import type { LispStep } from "../step/step.ts";

/** The code of a program. */
export interface EvaluatedCode {
  readonly code: ProgramCode;
  /** The same program for a run that needs more than one stack; absent for code that may await. */
  readonly onNewStacks?: () => ProgramCode;
}

/**
 * Runs `code` once. Returns the step itself if nothing is awaited, because a promise takes as long
 * as a small program.
 */
export function evaluate<Return>(
  source: string,
  code: EvaluatedCode,
  options: ResolvedRunOptions<Return>,
  settings: ProgramSettings,
  analyzed: AnalyzedProgram,
): LispStep<Return> | Promise<LispStep<Return>> {
  return options.trace.isListening
    ? evaluateTraced(source, code, options, settings, analyzed)
    : evaluateOnce(code, options, settings, options.trace);
}

async function evaluateTraced<Return>(
  source: string,
  code: EvaluatedCode,
  options: ResolvedRunOptions<Return>,
  settings: ProgramSettings,
  analyzed: AnalyzedProgram,
): Promise<LispStep<Return>> {
  const span = options.trace.start("program", () => ({ source }));
  const step = await evaluateOnce(code, options, settings, span.scope);
  const { programEnd } = await lazyCode.language.load();
  span.end({
    ...programEnd(step, options.firewall),
    ...(await effectsOf(source, options, settings, analyzed)),
  });
  return step;
}

/**
 * Runs a program, and repeats it if it throws StackEnd. Code that can't wait throws StackEnd in
 * two cases: it nests calls deeper than the host's stack, or it computes so long that the host
 * should get a turn. It has had no effects so far, so it is run again as code that can wait, on
 * the clock of its first run. While other runs compute, a run waits for its turn first.
 */
function evaluateOnce<Return>(
  evaluated: EvaluatedCode,
  options: ResolvedRunOptions<Return>,
  settings: ProgramSettings,
  trace: TraceScope,
): LispStep<Return> | Promise<LispStep<Return>> {
  const { code, onNewStacks } = evaluated;
  if (turnQueue.isBusy && options.yieldMs < Infinity)
    return lazyCode.language.use(({ evaluateInTurn }) =>
      evaluateInTurn(repeatedRun(evaluated, options, trace), settings),
    );
  if (onNewStacks === undefined) return evaluateCode(code, options, settings, trace);
  const startedAt = settings.startedAt ?? options.clock.monotonic();
  // This is duplicated because most runs end here and don't need a function for a second run.
  try {
    const step = evaluateCode(code, options, settings, trace, startedAt);
    return step instanceof Promise
      ? step.catch((error: unknown) =>
          evaluateAgain(error, evaluated, options, { ...settings, startedAt }, trace),
        )
      : step;
  } catch (error) {
    return evaluateAgain(error, evaluated, options, { ...settings, startedAt }, trace);
  }
}

/** Repeats a run that ended with StackEnd. Rethrows any other error. */
function evaluateAgain<Return>(
  error: unknown,
  evaluated: EvaluatedCode,
  options: ResolvedRunOptions<Return>,
  settings: ProgramSettings,
  trace: TraceScope,
): LispStep<Return> | Promise<LispStep<Return>> {
  if (!(error instanceof StackEnd)) throw error;
  return lazyCode.language.use((language) =>
    language.evaluateAgain(error, repeatedRun(evaluated, options, trace), settings),
  );
}

function repeatedRun<Return>(
  evaluated: EvaluatedCode,
  options: ResolvedRunOptions<Return>,
  trace: TraceScope,
): RepeatedRun<ProgramCode, LispStep<Return>> {
  return {
    ...evaluated,
    options,
    evaluate: (code, settings) => evaluateCode(code, options, settings, trace),
  };
}

function evaluateCode<Return>(
  code: ProgramCode,
  options: ResolvedRunOptions<Return>,
  settings: ProgramSettings,
  trace: TraceScope,
  startedAt?: number,
): LispStep<Return> | Promise<LispStep<Return>> {
  return lazyCode.characterTables.loaded
    ? new Execution(code, options, settings, trace, startedAt).start()
    : evaluateLoading(code, options, settings, trace, startedAt);
}

/**
 * Runs a program while the character tables aren't loaded. A program that may do something that
 * can't be repeated has to wait for the tables. Any other program starts without them. If it turns
 * out to need them, they are loaded and it is run again from its start, on the clock of its first
 * run.
 */
function evaluateLoading<Return>(
  code: ProgramCode,
  options: ResolvedRunOptions<Return>,
  settings: ProgramSettings,
  trace: TraceScope,
  firstStartedAt?: number,
): LispStep<Return> | Promise<LispStep<Return>> {
  const { characterTables } = lazyCode;
  const isObserved = settings.journal !== undefined || trace.isListening;
  if (code.mayAwait || isObserved || options.random !== Math.random)
    return characterTables.load().then(() => new Execution(code, options, settings, trace).start());
  const unread = unreadTexts();
  const startedAt = firstStartedAt ?? settings.startedAt ?? options.clock.monotonic();
  const step = new Execution(code, options, settings, trace, startedAt).start();
  if (unreadTexts() === unread) return step;
  return characterTables.load().then(() => {
    options.crossing.reopen();
    return new Execution(code, options, settings, trace, startedAt).start();
  });
}

/** Returns the effects that the program could have, unless it could have none. */
async function effectsOf<Return>(
  source: string,
  options: ResolvedRunOptions<Return>,
  { tools, libraries }: ProgramSettings,
  analyzed: AnalyzedProgram,
): Promise<{ readonly effects?: readonly TracedEffect[] }> {
  if (!analyzed.hasEffects || tools.size === 0 || lazyCode.effects === undefined) return {};
  const loading = lazyCode.effects.load();
  // A mission that waits must not take the loading for the end of all work.
  options.activity?.during(loading, options.signal);
  const { tracedEffects } = await loading;
  const effects = tracedEffects(source, analyzed, options, {
    tools,
    libraries,
  });
  return effects.length === 0 ? {} : { effects };
}
