// Compiles loops of the form `(loop […] (if test result (recur …)))`, like most loops, to a loop of
// the host. It needs neither a call of the body nor a signal for `recur`.

import { recurSignal, type Thunk } from "../functions/closure.ts";
import type { Node } from "../analysis/core-tree.ts";
import { LoopHeat } from "./heat.ts";
import type { Compilation } from "./compilation.ts";
import { holds, numberTest } from "./number-test.ts";
import { operand, valueOf } from "./operand.ts";

/**
 * Returns code that runs a loop with this body until it ends, or `undefined` for a body of another
 * form. If it may await, it yields to the host between two iterations, because all of its state is
 * in the frame.
 */
export function fusedLoop(body: Node, compilation: Compilation): Thunk | undefined {
  if (body.type !== "if") return undefined;
  const goesOnIf = body.then.type === "recur";
  const again = goesOnIf ? body.then : body.otherwise;
  if (again.type !== "recur" || again.args.length > 2) return undefined;
  const ofNumbers = numberTest(body.test, compilation);
  const test = ofNumbers === undefined ? compilation.synchronous(body.test) : ofNumbers.general;
  const end = compilation.synchronous(goesOnIf ? body.otherwise : body.then);
  const [first, second] = again.args.map((arg) => operand(arg, compilation));
  const [slot = 0, secondSlot = 0] = again.slots;
  const { mayAwait } = compilation;
  const heat = new LoopHeat(body, compilation);
  const loop: Thunk = (frame, branch) => {
    for (;;) {
      if (--heat.left < 0) {
        const value = heat.look(frame, branch);
        if (value !== undefined) return value;
        if (mayAwait && branch.turnIsOver) return branch.inNextTurn(() => loop(frame, branch));
      }
      let isTrue: boolean;
      if (ofNumbers === undefined) {
        const value = test(frame, branch);
        isTrue = value !== null && value !== false;
      } else {
        isTrue = holds(ofNumbers, frame, branch);
      }
      if (isTrue !== goesOnIf) {
        // The result may contain a `recur` too, which continues the loop.
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
      if (mayAwait && branch.turnIsOver) return branch.inNextTurn(() => loop(frame, branch));
    }
  };
  return loop;
}
