// Taking nested data apart: `flatten` and `tree-seq`, which keep what is still to visit in a list
// of their own, so that depth costs no stack.

import { Vector, isTruthy, type Value } from "@ptc/core/values";
import { call1 } from "../../functions/callable.ts";
import { layeredSequence } from "../../sequence/layered-sequence.ts";
import { LazySeq } from "../../sequence/lazy-seq.ts";
import { askAgain, endOfSequence, type Made } from "../../sequence/lazy-source.ts";
import { elementAt, sequenceOf, type Sequence } from "../../sequence/sequence-source.ts";
import type { Branch } from "../../evaluation/branches/branch.ts";
import { after, type Result } from "../../evaluation/result.ts";

/**
 * The elements of nested vectors and sequences in one. Anything else in them is an element; a root
 * that is anything else has no elements. Where a lazy sequence is among them, so is the result: the
 * sequence may have no end.
 */
export function flatten(branch: Branch, root: Value): Value {
  const flat: Value[] = [];
  const open: { readonly items: Vector<Value>; next: number }[] = [];
  const enter = (value: Value): boolean => {
    if (!(value instanceof Vector)) return false;
    branch.charge(64);
    open.push({ items: value, next: 0 });
    return true;
  };
  if (root instanceof LazySeq) return lazyFlatten(branch, root, root.isUnbounded);
  enter(root);
  for (let current = open.at(-1); current !== undefined; current = open.at(-1)) {
    if (--branch.ticks < 0) branch.refill();
    if (current.next === current.items.count) {
      open.pop();
      continue;
    }
    const item = current.items.at(current.next++);
    if (item instanceof LazySeq) return lazyFlatten(branch, root, item.isUnbounded);
    if (enter(item)) continue;
    branch.charge(8);
    flat.push(item);
  }
  return Vector.of(flat);
}

function lazyFlatten(maker: Branch, root: Value, isUnbounded: boolean): LazySeq {
  const open = new OpenSequences();
  let isStarted = false;
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
  return layeredSequence(maker, produce, isUnbounded);
}

/**
 * A node and all below it, each before its children. Nodes are visited as far as somebody asks:
 * nobody knows whether the tree ends.
 */
export function treeSequence(
  maker: Branch,
  isBranch: Value,
  children: Value,
  root: Value,
): LazySeq {
  const open = new OpenSequences();
  /** The node that was handed on last, until its children are known. */
  let visited: Value | undefined;
  let isStarted = false;
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
  return layeredSequence(maker, produce, false);
}

/** The sequences that are being walked, the innermost at the end. */
class OpenSequences {
  private readonly open: { readonly items: Sequence; next: number }[] = [];

  enter(branch: Branch, items: Sequence): void {
    if (items instanceof Vector && items.count === 0) return;
    branch.charge(64);
    this.open.push({ items, next: 0 });
  }

  /**
   * The next element of the innermost sequence. It changes nothing before it has read the element,
   * so that it can be asked again where it had to wait.
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
    // What is read to its end is left at once, so a chain of only children takes no memory.
    if (current.items instanceof Vector && current.next === current.items.count) this.open.pop();
    return element;
  }
}
