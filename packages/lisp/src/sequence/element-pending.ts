// How functions that read at once meet an element that is still being computed: the reader throws,
// and whoever called the builtin that read waits and calls it again from its start. It never
// reaches a program: nothing catches it but the functions below. Sound where the attempt has called
// no function and printed nothing before it reads.

import type { Branch } from "../evaluation/branch.ts";
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

/** What `attempt` answers, tried again from its start after every element it must wait for. */
export function whenRealised<Answer>(
  branch: Branch,
  attempt: () => Answer | Promise<Answer>,
): Answer | Promise<Answer> {
  const { depth, site } = branch;
  try {
    return attempt();
  } catch (error) {
    return afterElement(error, branch, depth, site, () => whenRealised(branch, attempt));
  }
}

/**
 * For a caller that has a `try` of its own: once the element that `error` stands for is there, puts
 * `branch` back where it was and goes on with `again`.
 * @throws `error` when it is another one
 */
export function afterElement<Answer>(
  error: unknown,
  branch: Branch,
  depth: number,
  site: Site | undefined,
  again: () => Answer | Promise<Answer>,
): Promise<Answer> {
  if (!(error instanceof ElementPending)) throw error;
  branch.depth = depth;
  return error.come.then(() => {
    branch.site = site;
    return again();
  });
}
