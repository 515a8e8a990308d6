// How functions that read at once meet an element that is still being computed: the reader throws,
// and whoever called the builtin that read waits and calls it again from its start. It never
// reaches a program: nothing catches it but the functions below. Sound where the attempt has called
// no function and printed nothing before it reads; what it has spent is put back.

import type { Attempt, Branch } from "../evaluation/branch.ts";
import type { Site } from "../evaluation/site.ts";

/**
 * Thrown by a reader; fulfilled when what it asked for is there, rejected with what made that fail.
 */
export class ElementPending extends Error {
  readonly come: Promise<unknown>;

  constructor(come: Promise<unknown>) {
    super("an element is still being computed");
    this.name = "ElementPending";
    this.come = come;
    // Who waits is told; that nobody may be waiting any more is no reason to end the host.
    come.catch(() => undefined);
  }
}

/** Where a branch is before an attempt that `afterElement` may have to make again. */
export interface Start extends Attempt {
  readonly depth: number;
  readonly site: Site | undefined;
}

export function startOf(branch: Branch): Start {
  const { depth, site, stepsLeft: steps, bytesLeft: bytes, elsewhere } = branch;
  return { depth, site, steps, bytes, elsewhere, sequences: branch.scope.nextSequence };
}

/** What `attempt` answers, tried again from its start after every element it must wait for. */
export function whenRealised<Answer>(
  branch: Branch,
  attempt: () => Answer | Promise<Answer>,
): Answer | Promise<Answer> {
  const start = startOf(branch);
  try {
    return attempt();
  } catch (error) {
    return afterElement(error, branch, start, () => whenRealised(branch, attempt));
  }
}

/**
 * For a caller that has a `try` of its own: once the element that `error` stands for is there, goes
 * on with `again`, with `branch` put back to `start`.
 * @throws `error` when it is another one
 */
export function afterElement<Answer>(
  error: unknown,
  branch: Branch,
  { depth, site, ...attempt }: Start,
  again: () => Answer | Promise<Answer>,
): Promise<Answer> {
  if (!(error instanceof ElementPending)) throw error;
  branch.depth = depth;
  const redo = branch.undo(attempt);
  return error.come.then(
    () => {
      branch.site = site;
      return again();
    },
    (failure: unknown) => {
      redo();
      throw failure;
    },
  );
}
