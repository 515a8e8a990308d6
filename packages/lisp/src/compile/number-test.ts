// Tests such as `(= x 0)` and `(< i n)`, which compare a local with a number in the source or with
// another local. Most loops and recursions end with such a test, so it is evaluated without a call.

import type { Node } from "../analysis/core-tree.ts";
import type { Branch } from "../evaluation/branches/branch.ts";
import type { Frame } from "../functions/closure.ts";
import type { Site } from "../evaluation/site.ts";
import type { Compilation, SynchronousThunk } from "./compilation.ts";
import { operand } from "./operand.ts";

const operations = ["=", "<", ">", "<=", ">="] as const;

export interface NumberTest {
  /** The index in `operations`. */
  readonly operation: number;
  readonly slot: number;
  /** The slot of the other local; -1 if the local is compared with `number`. */
  readonly otherSlot: number;
  readonly number: number;
  readonly site: Site;
  /** The same test compiled as a call, for values that aren't numbers. */
  readonly general: SynchronousThunk;
}

export function numberTest(test: Node, compilation: Compilation): NumberTest | undefined {
  if (test.type !== "builtin-call" || test.args.length !== 2) return undefined;
  const { name } = test.builtin;
  const operation = operations.findIndex((known) => known === name);
  const [left, right] = test.args;
  if (operation < 0 || left?.type !== "local" || right === undefined) return undefined;
  const { slot: otherSlot, number } = operand(right, compilation);
  if (otherSlot < 0 && number === undefined) return undefined;
  return {
    operation,
    slot: left.slot,
    otherSlot,
    number: number ?? 0,
    site: test.site,
    general: compilation.synchronous(test),
  };
}

/** True if the test succeeds. Counts one step, as `general` does. */
export function holds(test: NumberTest, frame: Frame, branch: Branch): boolean {
  const left = frame[test.slot];
  const right = test.otherSlot < 0 ? test.number : frame[test.otherSlot];
  if (typeof left !== "number" || typeof right !== "number")
    return test.general(frame, branch) === true;
  if (--branch.ticks < 0) branch.refillAt(test.site);
  switch (test.operation) {
    case 0:
      return left === right;
    case 1:
      return left < right;
    case 2:
      return left > right;
    case 3:
      return left <= right;
    default:
      return left >= right;
  }
}
