// Ensures enough host stack before a host function is called. Programs decide how deep their calls
// nest. Without this check, a program could choose the point at which a host function runs out of
// stack and fails halfway.
//
// A few levels of calls never use much of it, however they are written:
//
//   a level            nested forms, up to `formsOfLevel`, in a builtin or two
//   outside of calls   as many forms as a program may nest
//
// So calls a few levels deep don't need to check the stack. The exceptions set `nestsDeep` for the
// rest of the evaluation, before they can be on the stack:
//
//   a function whose forms nest deeper
//   a builtin that calls functions, called by another function: `(reduce reduce …)`
//   data visited level by level, if functions may be called on the way
//   a name whose value is a name

import { LimitError } from "../errors/errors.ts";
import type { CallDepth } from "./call-depth.ts";

/** Depth of nested forms up to which calls of a function use no more stack than others. */
export const formsOfLevel = 32;

/**
 * Levels of nested data up to which visiting it uses no more stack, if visiting may call a
 * function.
 */
export const levelsOfData = 16;

/** Nested calls that always leave enough room. */
const levelsWithRoom = 8;

/**
 * Arguments for a call that only takes up stack. Each takes eight bytes, 48 kB in total, of the
 * roughly 1 MB that engines have. Created on the first check, because it is as large as everything
 * else that a process allocates before its first result.
 */
let wanted: readonly undefined[] | undefined = undefined;

/**
 * Ensures that a host function has room to run. If the number of nested calls doesn't prove it,
 * tries a call that needs much stack, which takes longer than many tools do.
 * @throws LimitError `depth` if there isn't enough room; programs can't catch it
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

/** Does nothing, because only the stack used by its arguments matters. */
function nothing(): void {
  // Nothing to do.
}
