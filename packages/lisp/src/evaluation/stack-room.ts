// Keeps a program from calling the host where the host has no room left. A program decides how deep
// its calls stand, so without this it could make a function of the host fail halfway through, at a
// place of its choosing, again and again.

import { LimitError } from "./errors.ts";
import type { Branch } from "./branch.ts";

/**
 * The arguments of one call stand on the stack, eight bytes each: 48 kB, of the 1 MB or so that
 * engines have.
 */
const wanted: readonly undefined[] = /* @__PURE__ */ Object.freeze(
  /* @__PURE__ */ new Array<undefined>(6144),
);

/**
 * Makes sure that a function of the host has room to run in, by trying it out. Outside of any
 * function the reader's bound on nesting sees to it.
 * @throws LimitError `depth`: a program that stands so deep is ended, and cannot catch it
 */
export function assertStackRoom(branch: Branch): void {
  if (branch.depth === 0) return;
  try {
    Reflect.apply(nothing, undefined, wanted);
  } catch {
    throw new LimitError("depth", branch.evaluation.limits.depth);
  }
}

/** Only its arguments count. */
function nothing(): void {
  // Nothing to do.
}
