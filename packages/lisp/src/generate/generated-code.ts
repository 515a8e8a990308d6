// What generated code is to those who run it.

import type { Value } from "@ptc/core/values";
import type { Branch } from "../evaluation/branches/branch.ts";
import type { DirectCode, Frame, Thunk } from "../functions/closure.ts";

/**
 * Goes on with a loop whose slots are in the frame, and answers with its value; `undefined` where
 * closures have to go on, from the slots that it has left in the frame.
 */
export type LoopCode = (frame: Frame, branch: Branch) => Value | undefined;

/** Does some turns of a loop over numbers, and answers true where it could not do a single one. */
export type NumberLoopCode = (frame: Frame, branch: Branch) => boolean;

export interface GeneratedFunction {
  readonly body: Thunk;
  /** The same with its arguments one by one; absent for a function of any number of them. */
  readonly direct: DirectCode | undefined;
}
