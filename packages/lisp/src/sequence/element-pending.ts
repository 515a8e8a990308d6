// Lets functions that can't wait read an element that is still being computed. They throw
// `ElementPending`. The caller of the builtin waits for the element and calls the builtin again
// from its start, with the cost of the first attempt refunded. This is sound because an attempt
// calls no function and prints nothing before it reads. Only the functions below catch the error,
// so programs never see it.

import type { Attempt, Branch } from "../evaluation/branches/branch.ts";
import { Raised } from "../evaluation/errors/raised.ts";
import type { Site } from "../evaluation/site.ts";

/**
 * Thrown by a reader. `come` is fulfilled when the element is available, and rejected with the
 * error that made it fail.
 */
export class ElementPending extends Raised {
  readonly name = "ElementPending";
  readonly come: Promise<unknown>;

  constructor(come: Promise<unknown>) {
    super("an element is still being computed");
    this.come = come;
    // Callers that await the promise see its rejection. Without any, the host must not end the
    // process because of an unhandled rejection.
    come.catch(() => undefined);
  }
}

/** The state of a branch before an attempt that `afterElement` may have to repeat. */
export interface Start extends Attempt {
  readonly depth: number;
  readonly site: Site | undefined;
}

export function startOf(branch: Branch): Start {
  const { depth, site, ownSteps: steps, ownBytes: bytes, sequences } = branch;
  return { depth, site, steps, bytes, sequences };
}

/**
 * Returns the result of `attempt`. Repeats it from its start after every element it has to wait
 * for.
 */
export function whenRealized<Answer>(
  branch: Branch,
  attempt: () => Answer | Promise<Answer>,
): Answer | Promise<Answer> {
  const start = startOf(branch);
  const { isRepeatable } = branch;
  branch.isRepeatable = true;
  try {
    return attempt();
  } catch (error) {
    return afterElement(error, branch, start, () => whenRealized(branch, attempt));
  } finally {
    branch.isRepeatable = isRepeatable;
  }
}

/**
 * Waits for the element that `error` announces, resets `branch` to `start` and then continues with
 * `again`. For callers that have their own `try`.
 * @throws `error` if it is another kind of error
 */
export function afterElement<Answer>(
  error: unknown,
  branch: Branch,
  { depth, site, ...attempt }: Start,
  again: () => Answer | Promise<Answer>,
): Promise<Answer> {
  if (!(error instanceof ElementPending)) throw error;
  branch.returnTo(depth);
  return error.come.then(() => {
    branch.returnTo(depth);
    // Only now, so that the element reaches a limit where it would without the wait.
    branch.undo(attempt);
    branch.site = site;
    return again();
  });
}
