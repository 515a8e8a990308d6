// Runs compiled code: once, in a span of the trace, with the tables of characters where it needs
// them.

import type { TraceScope } from "@ptc/core/contracts";
import type { ProgramCode } from "../compile/compile-program.ts";
import type { ProgramSettings } from "../evaluation/evaluation.ts";
import { hasCharacterTables, loadCharacterTables, unreadTexts } from "../sequence/characters.ts";
import type { ResolvedRunOptions } from "./options.ts";
import { programEnd } from "./program-end.ts";
import { ProgramRun } from "./program-run.ts";
import type { LispStep } from "./step.ts";

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
