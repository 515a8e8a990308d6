// Waits until the application has kept a change of the journal. Where it cannot, the program ends,
// and nothing of it has further effects.

import { isThenable } from "@ptc/core/contracts";
import type { Branch } from "../evaluation/branches/branch.ts";
import { JournalError } from "../evaluation/errors/errors.ts";
import { thrownMessage } from "../evaluation/errors/thrown-message.ts";
import { untilAborted } from "../evaluation/host/until-aborted.ts";

/**
 * Makes a change of the entry `id`; answers with a promise where the application does.
 * @throws JournalError; CancelledError where the run ends before the application has answered
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
  // The application's work is not the program's.
  evaluation.pauseClock();
  const settled = await untilAborted(answer, evaluation.givenSignal);
  evaluation.resumeClock();
  if (settled.kind === "cancelled") throw evaluation.cancellation;
  if (settled.kind === "failed") throw failed(branch, id, settled.error);
  return undefined;
}

/** Waits for another run of the host, at no cost to the program's time. */
export async function waitedFor(branch: Branch, settled: Promise<void>): Promise<void> {
  const { evaluation } = branch;
  evaluation.pauseClock();
  const outcome = await untilAborted(settled, evaluation.givenSignal);
  evaluation.resumeClock();
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
