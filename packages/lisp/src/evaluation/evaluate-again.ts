// Runs that wait for a turn before they start, and runs without effects that start again.

import { onAbort } from "@ptc/core/internal/contracts";
import { turnQueue } from "@ptc/core/internal/task";
import { StackEnd } from "./budget/host-stack.ts";
import type { EvaluationOptions, ProgramSettings } from "./evaluation-options.ts";

/** A run whose code may be evaluated several times. */
export interface RepeatedRun<Code, Step> {
  readonly code: Code;
  /** The same program as code that can wait; absent if `code` can. */
  readonly onNewStacks?: () => Code;
  readonly options: Pick<EvaluationOptions, "clock" | "crossing" | "signal">;
  readonly evaluate: (code: Code, settings: ProgramSettings) => Step | Promise<Step>;
}

/** Runs a program that starts while other runs compute. */
export function evaluateInTurn<Code, Step>(
  run: RepeatedRun<Code, Step>,
  settings: ProgramSettings,
): Promise<Step> {
  const now = run.options.clock.monotonic();
  const { startedAt = now } = settings;
  return inTurn(run, { ...settings, startedAt, usedMs: now - startedAt }, false);
}

/** Repeats a run that ended with StackEnd. Rethrows any other error. */
export async function evaluateAgain<Code, Step>(
  error: unknown,
  run: RepeatedRun<Code, Step>,
  settings: ProgramSettings,
): Promise<Step> {
  if (!(error instanceof StackEnd) || run.onNewStacks === undefined) throw error;
  const { usedMs, why, seed } = error;
  const { crossing, clock } = run.options;
  crossing.reopen();
  const again = { ...settings, usedMs, seed, resumedAt: clock.monotonic() };
  if (why === "stack") return await run.evaluate(run.onNewStacks(), again);
  if (why === "turn") return await inTurn(run, again, true);
  try {
    return await run.evaluate(run.code, { ...again, turns: "none" });
  } catch (secondError) {
    return await evaluateAgain(secondError, run, again);
  }
}

/**
 * Runs a program in a turn of its own. It runs as code that can wait if it must, or if other runs
 * wait too.
 */
async function inTurn<Code, Step>(
  run: RepeatedRun<Code, Step>,
  settings: ProgramSettings,
  mustAwait: boolean,
): Promise<Step> {
  const { code, onNewStacks, evaluate } = run;
  const { clock, signal } = run.options;
  await turnOf(signal);
  const resumed = { ...settings, resumedAt: clock.monotonic() };
  if (onNewStacks === undefined) return await evaluate(code, resumed);
  try {
    return await (mustAwait || turnQueue.isBusy
      ? evaluate(onNewStacks(), { ...resumed, turns: "only" })
      : evaluate(code, resumed));
  } catch (error) {
    return await evaluateAgain(error, run, resumed);
  }
}

/** Resolves in a turn for a run that isn't computing yet, or when `signal` aborts. */
function turnOf(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      turnQueue.leave(end);
      remove?.();
      resolve();
    };
    const remove = signal && onAbort(signal, end);
    turnQueue.enter(end, true);
    if (signal?.aborted === true) end();
  });
}
