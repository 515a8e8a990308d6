// Compiles loops of the shape `(loop […] (if test result (recur …)))`, as most loops are, to a loop
// of the host. It needs no call of a body, and no signal for `recur`.

import { recurSignal, type Thunk } from "../functions/closure.ts";
import type { Node } from "../analysis/core-tree.ts";
import { LoopHeat } from "./heat.ts";
import type { Compilation } from "./compilation.ts";
import { holds, numberTest } from "./number-test.ts";
import { operand, valueOf } from "./operand.ts";

/**
 * Code that runs a loop with this body until it ends; `undefined` for a body of another shape.
 * Where it may await, it lets the host go on between two rounds: all of its state is in the frame.
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
        // The result may hold a `recur` too, which goes on with the loop.
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
