// Waits until the application has stored a change of the journal. If it fails, the program ends and
// has no further effects.

import type { Branch } from "../evaluation/branches/branch.ts";
import { EndOfRun } from "@ptc/core/internal/errors";
import { thrownMessage } from "../evaluation/errors/raised.ts";
import type { StoreFailed } from "../evaluation/evaluation-options.ts";
import { untilAborted } from "../evaluation/host/until-aborted.ts";

/**
 * Makes a change of the entry `id`. `change` calls its argument as soon as the store fails, so that
 * no call of another branch begins after that. Returns a promise if the application does.
 * @throws EndOfRun; CancelledError if the run ends before the application has settled
 */
export function stored(
  branch: Branch,
  id: string,
  change: (failed: StoreFailed) => Promise<unknown> | undefined,
): undefined | Promise<undefined> {
  let failure: EndOfRun | undefined;
  const failed = (error: unknown): EndOfRun => (failure ??= storeFailure(branch, id, error));
  try {
    const answer = change(failed);
    return answer && waitFor(branch, answer, failed);
  } catch (error) {
    throw failed(error);
  }
}

async function waitFor(
  branch: Branch,
  answer: Promise<unknown>,
  failed: StoreFailed,
): Promise<undefined> {
  const { evaluation } = branch;
  // The application's work doesn't count as program time.
  evaluation.pauseClock();
  const settled = await untilAborted(answer, evaluation.givenSignal);
  const later = evaluation.resumeInTurn();
  if (later !== undefined) await later;
  if (settled.kind === "cancelled") throw evaluation.cancellation;
  if (settled.kind === "failed") throw failed(settled.error);
  return undefined;
}

/** Waits for another run that shares the journal, without using the program's time. */
export async function waitedFor(branch: Branch, settled: Promise<void>): Promise<void> {
  const { evaluation } = branch;
  evaluation.pauseClock();
  const outcome = await untilAborted(settled, evaluation.givenSignal);
  const later = evaluation.resumeInTurn();
  if (later !== undefined) await later;
  if (outcome.kind === "cancelled") throw evaluation.cancellation;
}

/** Ends all runs that share the journal, because the change of the entry `id` wasn't stored. */
function storeFailure(branch: Branch, id: string, error: unknown): EndOfRun {
  const calls = branch.records
    .flat()
    .toolCalls.filter(({ address }) =>
      address.path.some((part) => "task" in part && part.task === id),
    )
    .map(({ name }) => name);
  const done =
    calls.length === 0
      ? "it called no tools"
      : `these calls took effect: ${calls.slice(0, 20).join(", ")}`;
  const failure = new EndOfRun(
    "journal_failed",
    `the result of the task ${JSON.stringify(id)} was not stored: ${thrownMessage(error, "the store failed")}; ${done}`,
    { task: id, calls },
  );
  return branch.evaluation.journal?.shared.fail(failure) ?? failure;
}
