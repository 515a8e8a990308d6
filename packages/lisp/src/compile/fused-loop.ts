// `(loop […] (if test result (recur …)))`: the shape of most loops, as a loop of the host: no call
// of a body, and no signal to go on.

import { recurSignal } from "../functions/closure.ts";
import type { Node } from "../analysis/core-tree.ts";
import type { Compilation, SynchronousThunk } from "./compilation.ts";
import { holds, numberTest } from "./number-test.ts";
import { operand, valueOf } from "./operand.ts";

/** The body of a loop of that shape, gone through until it ends; `undefined` for another. */
export function fusedLoop(body: Node, compilation: Compilation): SynchronousThunk | undefined {
  if (body.type !== "if") return undefined;
  const goesOnIf = body.then.type === "recur";
  const again = goesOnIf ? body.then : body.otherwise;
  if (again.type !== "recur" || again.args.length > 2) return undefined;
  const ofNumbers = numberTest(body.test, compilation);
  const test = ofNumbers === undefined ? compilation.synchronous(body.test) : ofNumbers.general;
  const end = compilation.synchronous(goesOnIf ? body.otherwise : body.then);
  const [first, second] = again.args.map((arg) => operand(arg, compilation));
  const [slot = 0, secondSlot = 0] = again.slots;
  return (frame, branch) => {
    for (;;) {
      let isTrue: boolean;
      if (ofNumbers === undefined) {
        const value = test(frame, branch);
        isTrue = value !== null && value !== false;
      } else {
        isTrue = holds(ofNumbers, frame, branch);
      }
      if (isTrue !== goesOnIf) {
        // A `recur` in there goes on as well.
        const value = end(frame, branch);
        if (value !== recurSignal) return value;
      } else if (second !== undefined && first !== undefined) {
        const value = valueOf(first, frame, branch);
        frame[secondSlot] = valueOf(second, frame, branch);
        frame[slot] = value;
      } else if (first !== undefined) {
        frame[slot] = valueOf(first, frame, branch);
      }
      if (--branch.ticks < 0) branch.refill();
    }
  };
}
