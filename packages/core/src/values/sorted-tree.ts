// The tree of sorted maps and sets. It is persistent: a change copies the path to the entry and
// shares the rest. It is balanced by the number of entries, so entries can also be found by
// position.
//
//        node             With more than two entries, neither side has more than three times the
//       /    \            entries of the other. Where a change breaks that, a rotation lifts the
//    keys <  keys >       larger side, or only its inner part when that is at least twice as large
//                         as its outer part.

import type { Value } from "./value.ts";

/** An entry and the trees on both sides. `size` counts all of their entries. */
export interface SortedNode {
  readonly key: Value;
  readonly value: Value;
  readonly left: SortedTree;
  readonly right: SortedTree;
  readonly size: number;
}

/** A tree; `undefined` is the empty tree. */
export type SortedTree = SortedNode | undefined;

/**
 * Returns a negative number, zero or a positive number if the search target comes before, equals
 * or comes after `key`. NaN means that they have no order and finds nothing. It must not occur
 * when an entry is added.
 */
export type Search = (key: Value) => number;

const imbalance = 3;
const innerShare = 2;

/** Returns the node for which `search` returns 0. */
export function findNode(tree: SortedTree, search: Search): SortedTree {
  let node = tree;
  while (node !== undefined) {
    const order = search(node.key);
    if (order === 0) return node;
    node = order < 0 ? node.left : node.right;
  }
  return undefined;
}

/**
 * Returns the tree with an entry added or its value replaced. An existing entry keeps its key.
 * Returns the same tree if nothing changes.
 */
export function withEntry(tree: SortedTree, key: Value, value: Value, search: Search): SortedNode {
  if (tree === undefined) return makeNode(key, value, undefined, undefined);
  const order = search(tree.key);
  if (order === 0)
    // Don't compare large integers: that is slow, and this code has no budget to charge.
    return typeof value !== "bigint" && Object.is(tree.value, value)
      ? tree
      : makeNode(tree.key, value, tree.left, tree.right);
  if (order > 0) {
    const right = withEntry(tree.right, key, value, search);
    return right === tree.right ? tree : balanced(tree, tree.left, right);
  }
  const left = withEntry(tree.left, key, value, search);
  return left === tree.left ? tree : balanced(tree, left, tree.right);
}

/** Returns the tree without the entry that `search` finds, or the same tree if it doesn't exist. */
export function withoutEntry(tree: SortedTree, search: Search): SortedTree {
  if (tree === undefined) return undefined;
  const order = search(tree.key);
  if (order === 0) return joined(tree.left, tree.right);
  if (order > 0) {
    const right = withoutEntry(tree.right, search);
    return right === tree.right ? tree : balanced(tree, tree.left, right);
  }
  const left = withoutEntry(tree.left, search);
  return left === tree.left ? tree : balanced(tree, left, tree.right);
}

/**
 * Returns how many keys come before the search target. With `inclusive`, also counts a key that
 * compares as 0.
 */
export function countBefore(tree: SortedTree, search: Search, inclusive: boolean): number {
  let count = 0;
  let node = tree;
  while (node !== undefined) {
    const order = search(node.key);
    if (order > 0 || (order === 0 && inclusive)) {
      count += sizeOf(node.left) + 1;
      node = node.right;
    } else node = node.left;
  }
  return count;
}

/** Returns the entry at a position, counted from 0. */
export function nodeAt(tree: SortedTree, position: number): SortedTree {
  let node = tree;
  let index = position;
  while (node !== undefined) {
    const before = sizeOf(node.left);
    if (index === before) return node;
    if (index < before) node = node.left;
    else {
      index -= before + 1;
      node = node.right;
    }
  }
  return undefined;
}

/**
 * Calls `visit` for the entries in order until it returns false. Returns true if all were visited.
 */
export function everyNode(tree: SortedTree, visit: (node: SortedNode) => boolean): boolean {
  return (
    tree === undefined ||
    (everyNode(tree.left, visit) && visit(tree) && everyNode(tree.right, visit))
  );
}

/** Returns a tree of the entries from `start` up to `end`, which must be in order. */
export function treeOf(
  entries: readonly (readonly [Value, Value])[],
  start = 0,
  end = entries.length,
): SortedTree {
  const middle = (start + end) >> 1;
  const entry = entries[middle];
  if (start >= end || entry === undefined) return undefined;
  return makeNode(
    entry[0],
    entry[1],
    treeOf(entries, start, middle),
    treeOf(entries, middle + 1, end),
  );
}

export function sizeOf(tree: SortedTree): number {
  return tree === undefined ? 0 : tree.size;
}

function makeNode(key: Value, value: Value, left: SortedTree, right: SortedTree): SortedNode {
  return { key, value, left, right, size: sizeOf(left) + sizeOf(right) + 1 };
}

/**
 * Returns a balanced tree of `top` and its two sides, one of which has grown or shrunk by one
 * entry.
 */
function balanced(top: SortedNode, left: SortedTree, right: SortedTree): SortedNode {
  const [leftSize, rightSize] = [sizeOf(left), sizeOf(right)];
  if (leftSize + rightSize > 1) {
    if (right !== undefined && rightSize > imbalance * leftSize)
      return liftedRight(top, left, right);
    if (left !== undefined && leftSize > imbalance * rightSize) return liftedLeft(top, left, right);
  }
  return makeNode(top.key, top.value, left, right);
}

function liftedRight(top: SortedNode, left: SortedTree, right: SortedNode): SortedNode {
  const inner = right.left;
  if (inner === undefined || inner.size < innerShare * sizeOf(right.right)) {
    return makeNode(right.key, right.value, makeNode(top.key, top.value, left, inner), right.right);
  }
  return makeNode(
    inner.key,
    inner.value,
    makeNode(top.key, top.value, left, inner.left),
    makeNode(right.key, right.value, inner.right, right.right),
  );
}

function liftedLeft(top: SortedNode, left: SortedNode, right: SortedTree): SortedNode {
  const inner = left.right;
  if (inner === undefined || inner.size < innerShare * sizeOf(left.left)) {
    return makeNode(left.key, left.value, left.left, makeNode(top.key, top.value, inner, right));
  }
  return makeNode(
    inner.key,
    inner.value,
    makeNode(left.key, left.value, left.left, inner.left),
    makeNode(top.key, top.value, inner.right, right),
  );
}

/**
 * Joins two sides after their middle entry was removed. An entry of the larger side takes its
 * position.
 */
function joined(left: SortedTree, right: SortedTree): SortedTree {
  if (left === undefined || right === undefined) return left ?? right;
  const fromLeft = left.size > right.size;
  const between = nodeAt(fromLeft ? left : right, fromLeft ? left.size - 1 : 0);
  if (between === undefined) return undefined;
  return fromLeft
    ? balanced(between, withoutEnd(left, "right"), right)
    : balanced(between, left, withoutEnd(right, "left"));
}

/** Returns the tree without its first or last entry. */
function withoutEnd(tree: SortedNode, side: "left" | "right"): SortedTree {
  const outer = tree[side];
  if (outer === undefined) return side === "left" ? tree.right : tree.left;
  const shorter = withoutEnd(outer, side);
  return side === "left" ? balanced(tree, shorter, tree.right) : balanced(tree, tree.left, shorter);
}
