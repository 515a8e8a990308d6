// Checks that enough of the host's stack is left before a function of the host is called. A program
// decides how deep its calls nest. Without this check it could make a function of the host run out
// of stack, and so fail halfway through, at a point that the program chooses.

import { LimitError } from "./errors.ts";
import type { Branch } from "./branch.ts";

/**
 * Arguments for a call that does nothing but take up stack. Each takes eight bytes, 48 kB in all,
 * of the 1 MB or so that engines have.
 */
const wanted: readonly undefined[] = /* @__PURE__ */ Object.freeze(
  /* @__PURE__ */ new Array<undefined>(6144),
);

/**
 * Makes sure that a function of the host has room to run in, by trying a call that needs much
 * stack. Outside of any function of the program no check is needed: there the reader's limit on
 * nested forms bounds the stack.
 * @throws LimitError `depth` where there is no room; a program cannot catch it
 */
export function assertStackRoom(branch: Branch): void {
  if (branch.depth === 0) return;
  try {
    Reflect.apply(nothing, undefined, wanted);
  } catch {
    throw new LimitError("depth", branch.evaluation.limits.depth);
  }
}

/** Does nothing: only the stack that its arguments take matters. */
function nothing(): void {
  // Nothing to do.
}
