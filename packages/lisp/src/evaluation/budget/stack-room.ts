// Makes sure that enough of the host's stack is left before a function of the host is called. A
// program decides how deep its calls nest. Without this it could make a function of the host run
// out of stack, and so fail halfway through, at a point that the program chooses.
//
// A few levels of calls never take much of it, however they are written:
//
//   a level           forms inside forms, as many as `formsOfLevel`, in a builtin or two
//   outside of any    as many forms as a program may nest
//
// So a call a few levels deep needs no look at the stack. What breaks that rule sets `nestsDeep`
// for the rest of the evaluation, before it can be on the stack:
//
//   a function whose forms nest deeper
//   a builtin that calls functions, where another function calls it: `(reduce reduce …)`
//   data gone through level by level, where functions may be called on the way
//   a name whose value is a name

import { LimitError } from "../errors/errors.ts";
import type { CallDepth } from "./call-depth.ts";

/** How deep the forms of a function nest whose calls take no more of the stack than others. */
export const formsOfLevel = 32;

/** The same for data, in levels, where going through it may call a function. */
export const levelsOfData = 16;

/** Calls inside calls that leave room whatever they do. */
const levelsWithRoom = 8;

/**
 * Arguments for a call that does nothing but take up stack. Each takes eight bytes, 48 kB in all,
 * of the 1 MB or so that engines have. Made when a call is first tried: it is as much again of what
 * a process allocates before its first answer.
 */
let wanted: readonly undefined[] | undefined = undefined;

/**
 * Makes sure that a function of the host has room to run in. Where the levels of calls do not tell,
 * by trying a call that needs much stack, which takes longer than many a tool.
 * @throws LimitError `depth` where there is no room; a program cannot catch it
 */
export function assertStackRoom(branch: CallDepth): void {
  const { depth, levels, evaluation } = branch;
  if (depth === 0 || (levels <= levelsWithRoom && !evaluation.nestsDeep)) return;
  wanted ??= Object.freeze(new Array<undefined>(6144));
  try {
    Reflect.apply(nothing, undefined, wanted);
  } catch {
    throw new LimitError("depth", evaluation.limits.depth);
  }
}

/** Does nothing: only the stack that its arguments take matters. */
function nothing(): void {
  // Nothing to do.
}
