// Waits until the application has stored a change of the journal. If it fails, the program ends and
// has no further effects.

import { isThenable } from "@ptc/core/internal/contracts";
import type { Branch } from "../evaluation/branches/branch.ts";
import { JournalError } from "../evaluation/errors/errors.ts";
import { thrownMessage } from "../evaluation/errors/raised.ts";
import { untilAborted } from "../evaluation/host/until-aborted.ts";

/**
 * Makes a change of the entry `id`. Returns a promise if the application does.
 * @throws JournalError; CancelledError if the run ends before the application has settled
 */
export function stored(
  branch: Branch,
  id: string,
  change: () => PromiseLike<unknown> | undefined,
): undefined | Promise<undefined> {
  try {
    const answer: unknown = change();
    return isThenable(answer) ? waitFor(branch, id, answer) : undefined;
  } catch (error) {
    throw failed(branch, id, error);
  }
}

async function waitFor(
  branch: Branch,
  id: string,
  answer: PromiseLike<unknown>,
): Promise<undefined> {
  const { evaluation } = branch;
  // The application's work doesn't count as program time.
  evaluation.pauseClock();
  const settled = await untilAborted(answer, evaluation.givenSignal);
  const later = evaluation.resumeInTurn();
  if (later !== undefined) await later;
  if (settled.kind === "cancelled") throw evaluation.cancellation;
  if (settled.kind === "failed") throw failed(branch, id, settled.error);
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

function failed(branch: Branch, id: string, error: unknown): JournalError {
  const calls = branch.records
    .flat()
    .toolCalls.filter(({ address }) =>
      address.path.some((part) => "task" in part && part.task === id),
    )
    .map(({ name }) => name);
  const failure = new JournalError(id, thrownMessage(error, "the store failed"), calls);
  branch.evaluation.endedBy ??= failure;
  return failure;
}
