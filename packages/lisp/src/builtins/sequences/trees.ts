// Builtins that flatten nested data: `flatten` and `tree-seq`. They store the unvisited nodes in
// their own list, so that depth doesn't use host stack.

import { Vector, type Value } from "@ptc/core/values";
import { isTruthy } from "@ptc/core/internal/values";
import { call1 } from "../../functions/callable.ts";
import { layeredSequence } from "../../sequence/layered-sequence.ts";
import { LazySeq } from "../../sequence/lazy-seq.ts";
import { askAgain, endOfSequence, type Made } from "../../sequence/produced.ts";
import { elementAt, restOf, sequenceOf, type Sequence } from "../../sequence/sequence-source.ts";
import type { Branch } from "../../evaluation/branches/branch.ts";
import { after, type Result } from "../../evaluation/result.ts";
import { stepEndsTurn } from "../../sequence/turn-checks.ts";

/**
 * Returns the elements of nested vectors and sequences as one sequence. Other values inside are
 * elements; any other root has no elements. If a lazy sequence is among them, the result is lazy
 * too, because the sequence may be infinite.
 */
export function flatten(branch: Branch, root: Value): Result {
  if (root instanceof LazySeq) return lazyFlatten(branch, root, root.isUnbounded);
  const open: OpenVector[] = [];
  enter(branch, open, root);
  return flattened(branch, root, open, []);
}

interface OpenVector {
  readonly items: Vector<Value>;
  next: number;
}

function enter(branch: Branch, open: OpenVector[], value: Value): boolean {
  if (!(value instanceof Vector)) return false;
  branch.charge(64);
  open.push({ items: value, next: 0 });
  return true;
}

function flattened(branch: Branch, root: Value, open: OpenVector[], flat: Value[]): Result {
  for (let current = open.at(-1); current !== undefined; current = open.at(-1)) {
    if (stepEndsTurn(branch)) {
      branch.ticks++;
      return branch.inNextTurn(flattened, branch, root, open, flat);
    }
    if (current.next === current.items.count) {
      open.pop();
      continue;
    }
    const item = current.items.at(current.next++);
    if (item instanceof LazySeq) return lazyFlatten(branch, root, item.isUnbounded);
    if (enter(branch, open, item)) continue;
    branch.charge(8);
    flat.push(item);
  }
  return Vector.ofGrown(flat);
}

export function lazyFlatten(
  maker: Branch,
  root: Value,
  isUnbounded: boolean,
  unvisited?: readonly Sequence[],
): LazySeq {
  const open = new OpenSequences(unvisited);
  let isStarted = unvisited !== undefined;
  const produce = (branch: Branch): Made => {
    if (!isStarted) {
      open.enter(branch, root as Sequence);
      isStarted = true;
    }
    const element = open.next(branch);
    if (!(element instanceof Vector || element instanceof LazySeq)) return element;
    open.enter(branch, element);
    return askAgain;
  };
  return layeredSequence(maker, produce, isUnbounded, () => [
    "flatten",
    isStarted ? null : root,
    isUnbounded,
    isStarted ? open.rest : undefined,
  ]);
}

/**
 * Returns a node and all its descendants, each before its children. Visits nodes on request,
 * because the tree may be infinite.
 */
export function treeSequence(
  maker: Branch,
  isBranch: Value,
  children: Value,
  root: Value,
  unvisited?: readonly Sequence[],
  last?: Value,
): LazySeq {
  const open = new OpenSequences(unvisited);
  /** The node returned last, until its children are known. */
  let visited = last;
  let isStarted = unvisited !== undefined;
  const visit = (made: Made): Made => {
    if (typeof made !== "symbol") visited = made;
    return made;
  };
  const produce = (branch: Branch): Made | Promise<Made> => {
    if (!isStarted) {
      isStarted = true;
      return visit(root);
    }
    if (visited === undefined) return visit(open.next(branch));
    const below = after(call1(branch, isBranch, visited), (holds): Result =>
      isTruthy(holds) && visited !== undefined ? call1(branch, children, visited) : null,
    );
    const descend = (nodes: Value): Made => {
      open.enter(branch, sequenceOf(branch, nodes, "tree-seq"));
      visited = undefined;
      return askAgain;
    };
    return below instanceof Promise ? below.then(descend) : descend(below);
  };
  return layeredSequence(maker, produce, false, () => [
    "tree-seq",
    isBranch,
    children,
    isStarted ? null : root,
    isStarted ? open.rest : undefined,
    visited,
  ]);
}

/** The sequences being walked, with the innermost at the end. */
class OpenSequences {
  private readonly open: { readonly items: Sequence; next: number }[];

  constructor(unvisited: readonly Sequence[] = []) {
    this.open = unvisited.map((items) => ({ items, next: 0 }));
  }

  /** The unvisited elements of each sequence, for another run. */
  get rest(): Vector<Value> {
    return Vector.of<Value>(this.open.map(({ items, next }) => restOf(items, next)));
  }

  enter(branch: Branch, items: Sequence): void {
    if (items instanceof Vector && items.count === 0) return;
    branch.charge(64);
    this.open.push({ items, next: 0 });
  }

  /**
   * Returns the next element of the innermost sequence. Changes nothing before it has read the
   * element, so that it can be called again after a wait.
   */
  next(branch: Branch): Made {
    if (--branch.ticks < 0) branch.refill();
    const current = this.open.at(-1);
    if (current === undefined) return endOfSequence;
    const element = elementAt(branch, current.items, current.next);
    if (element === undefined) {
      this.open.pop();
      return askAgain;
    }
    current.next++;
    // Leave a finished sequence at once, so a chain of only children takes no memory.
    if (current.items instanceof Vector && current.next === current.items.count) this.open.pop();
    return element;
  }
}
