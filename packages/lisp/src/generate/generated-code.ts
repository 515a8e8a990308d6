// The types of generated code for its callers.

import type { Value } from "@ptc/core/values";
import type { Branch } from "../evaluation/branches/branch.ts";
import type { DirectCode, Frame, Thunk } from "../functions/closure.ts";

/**
 * Continues a loop whose slots are in the frame, and returns its value. Returns `undefined` if
 * closures must continue, from the slots that it has left in the frame.
 */
export type LoopCode = (frame: Frame, branch: Branch) => Value | undefined;

/** Runs some iterations of a loop over numbers. Returns true if it could not run a single one. */
export type NumberLoopCode = (frame: Frame, branch: Branch) => boolean;

export interface GeneratedFunction {
  readonly body: Thunk;
  /** The same function with its arguments one by one; absent for a variadic function. */
  readonly direct: DirectCode | undefined;
}
