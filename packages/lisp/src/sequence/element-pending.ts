// How functions that cannot wait read an element that is still being computed. They throw
// `ElementPending`. Whoever called the builtin that was reading waits for the element and calls the
// builtin again from its start; what the first attempt spent is put back. This is sound because an
// attempt calls no function and prints nothing before it reads. Only the functions below catch the
// error, so no program ever meets it.

import type { Attempt, Branch } from "../evaluation/branches/branch.ts";
import { Raised } from "../evaluation/errors/raised.ts";
import type { Site } from "../evaluation/site.ts";

/**
 * Thrown by a reader. `come` is fulfilled when the element is there, and rejected with the error
 * that made it fail.
 */
export class ElementPending extends Raised {
  readonly name = "ElementPending";
  readonly come: Promise<unknown>;

  constructor(come: Promise<unknown>) {
    super("an element is still being computed");
    this.come = come;
    // Whoever waits for the promise sees its rejection. Where nobody waits any more, the host must
    // not end the process because of it.
    come.catch(() => undefined);
  }
}

/** Where a branch is before an attempt that `afterElement` may have to make again. */
export interface Start extends Attempt {
  readonly depth: number;
  readonly site: Site | undefined;
}

export function startOf(branch: Branch): Start {
  const { depth, site, ownSteps: steps, ownBytes: bytes, sequences } = branch;
  return { depth, site, steps, bytes, sequences };
}

/**
 * What `attempt` answers; it is made again from its start after every element that it has to wait
 * for.
 */
export function whenRealized<Answer>(
  branch: Branch,
  attempt: () => Answer | Promise<Answer>,
): Answer | Promise<Answer> {
  const start = startOf(branch);
  try {
    return attempt();
  } catch (error) {
    return afterElement(error, branch, start, () => whenRealized(branch, attempt));
  }
}

/**
 * For a caller that has a `try` of its own. Waits for the element that `error` stands for, with
 * `branch` put back to `start`, and then goes on with `again`.
 * @throws `error` when it is another kind of error
 */
export function afterElement<Answer>(
  error: unknown,
  branch: Branch,
  { depth, site, ...attempt }: Start,
  again: () => Answer | Promise<Answer>,
): Promise<Answer> {
  if (!(error instanceof ElementPending)) throw error;
  branch.returnTo(depth);
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
