// Taking nested data apart: `flatten` and `tree-seq`, which keep what is still to visit in a list
// of their own, so that depth costs no stack.

import { Vector, isTruthy, type Value } from "@ptc/core/values";
import { call1 } from "../../functions/callable.ts";
import { elementsOf } from "../../sequence/elements.ts";
import { LazySeq } from "../../sequence/lazy-seq.ts";
import { withElements } from "../../sequence/realise.ts";
import type { Branch } from "../../evaluation/branch.ts";
import { after, type Result } from "../../evaluation/result.ts";

/**
 * The elements of nested vectors and sequences in one vector. Anything else in them is an element;
 * a root that is anything else has no elements.
 */
export function flatten(branch: Branch, root: Value): Value {
  const flat: Value[] = [];
  const open: { readonly items: Vector<Value>; next: number }[] = [];
  const enter = (value: Value): boolean => {
    if (!(value instanceof Vector) && !(value instanceof LazySeq)) return false;
    branch.charge(64);
    open.push({ items: elementsOf(branch, value, "flatten"), next: 0 });
    return true;
  };
  enter(root);
  for (let current = open.at(-1); current !== undefined; current = open.at(-1)) {
    if (--branch.ticks < 0) branch.refill();
    if (current.next === current.items.count) {
      open.pop();
      continue;
    }
    const item = current.items.at(current.next++);
    if (enter(item)) continue;
    branch.charge(8);
    flat.push(item);
  }
  return Vector.of(flat);
}

/** A node and all below it, each before its children. */
export function treeSequence(
  branch: Branch,
  isBranch: Value,
  children: Value,
  root: Value,
): Result {
  return new TreeWalk(branch, isBranch, children, root).run();
}

class TreeWalk {
  private readonly branch: Branch;
  private readonly isBranch: Value;
  private readonly children: Value;
  private readonly visited: Value[] = [];
  /** The nodes still to be visited; the next one is at the end. */
  private readonly waiting: Value[];

  constructor(branch: Branch, isBranch: Value, children: Value, root: Value) {
    this.branch = branch;
    this.isBranch = isBranch;
    this.children = children;
    this.waiting = [root];
  }

  run(): Result {
    for (let node = this.next(); node !== undefined; node = this.next()) {
      const below = this.below(node);
      if (below instanceof Promise) return this.runAwaiting(below);
      this.enqueue(below);
    }
    return Vector.of(this.visited);
  }

  private async runAwaiting(pending: Promise<Value>): Promise<Value> {
    this.enqueue(await pending);
    for (let node = this.next(); node !== undefined; node = this.next()) {
      const below = this.below(node);
      this.enqueue(below instanceof Promise ? await below : below);
    }
    return Vector.of(this.visited);
  }

  private next(): Value | undefined {
    const node = this.waiting.pop();
    if (node === undefined) return undefined;
    if (--this.branch.ticks < 0) this.branch.refill();
    this.branch.charge(16);
    this.visited.push(node);
    return node;
  }

  private below(node: Value): Result {
    return after(call1(this.branch, this.isBranch, node), (holds) => {
      if (!isTruthy(holds)) return null;
      return after(call1(this.branch, this.children, node), (below) =>
        withElements(this.branch, below, "tree-seq"),
      );
    });
  }

  private enqueue(below: Value): void {
    const elements = elementsOf(this.branch, below, "tree-seq");
    this.branch.charge(elements.count * 8);
    for (let index = elements.count - 1; index >= 0; index--) this.waiting.push(elements.at(index));
  }
}
