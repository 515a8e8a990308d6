// Compiles vector, set and map literals with computed items.

import { Keyword, Vector, type Value } from "@ptc/core/values";
import { MapBuilder, TrieMap, TrieSet } from "@ptc/core/internal/values";
import type { Branch } from "../evaluation/branches/branch.ts";
import type { Thunk } from "../functions/closure.ts";
import { whenRealized } from "../sequence/element-pending.ts";
import { evaluateAll } from "./evaluate-all.ts";
import type { MapNode, Node, SetNode, VectorNode } from "../analysis/core-tree.ts";
import type { Compilation, NodeCompiler } from "./compilation.ts";
import { bytesOfVector } from "../evaluation/budget/byte-costs.ts";

type Build = (items: Value[], branch: Branch) => Value;
const synchronousCollection = (
  nodes: readonly Node[],
  build: Build,
  compilation: Compilation,
): Thunk => {
  const items = nodes.map((item) => compilation.synchronous(item));
  return (
    smallCollection(items, build) ??
    ((frame, branch) => {
      const values: Value[] = [];
      for (const item of items) values.push(item(frame, branch));
      return build(values, branch);
    })
  );
};

type Item = ReturnType<Compilation["synchronous"]>;

/**
 * Builds small literals from arrays of the exact size. An array that grows reserves room for
 * sixteen more items, which is most of the memory of a small vector or map.
 */
function smallCollection(items: readonly Item[], build: Build): Item | undefined {
  const [a, b, c, d] = items;
  if (a === undefined || items.length > 4) return undefined;
  if (b === undefined) return (frame, branch) => build([a(frame, branch)], branch);
  if (c === undefined)
    return (frame, branch) => build([a(frame, branch), b(frame, branch)], branch);
  if (d === undefined)
    return (frame, branch) => build([a(frame, branch), b(frame, branch), c(frame, branch)], branch);
  return (frame, branch) =>
    build([a(frame, branch), b(frame, branch), c(frame, branch), d(frame, branch)], branch);
}

const awaitingCollection = (
  nodes: readonly Node[],
  build: Build,
  compilation: Compilation,
): Thunk => {
  const items: Thunk[] = nodes.map((item) => compilation.any(item));
  return (frame, branch) => evaluateAll(items, frame, branch, (values) => build(values, branch));
};

/** Builds a collection whose keys may be lazy sequences, which are compared by their elements. */
const awaitingKeys = (nodes: readonly Node[], build: Build, compilation: Compilation): Thunk => {
  const items: Thunk[] = nodes.map((item) => compilation.any(item));
  return (frame, branch) =>
    evaluateAll(items, frame, branch, (values) =>
      branch.evaluation.hasSequences
        ? whenRealized<Value>(branch, () => build(values, branch))
        : build(values, branch),
    );
};

const buildVector: Build = (items, branch) => {
  branch.charge(bytesOfVector + items.length * 8);
  return Vector.of(items);
};

const buildSet: Build = (items, branch) => {
  branch.charge(112 + items.length * 40);
  return TrieSet.of(items, branch);
};

const buildMap: Build = (items, branch) => {
  branch.charge(64 + items.length * 24);
  const builder = new MapBuilder(branch);
  for (let index = 0; index + 1 < items.length; index += 2)
    builder.set(items[index] ?? null, items[index + 1] ?? null);
  return builder.build();
};

/**
 * A literal such as `{:a x :b y}`, the most common kind of map. Its keys are known to be different
 * when it is compiled.
 */
interface Fields {
  readonly keys: readonly Keyword[];
  readonly values: readonly Node[];
}

/** Returns the fields of a literal if its keys are different keywords. */
function fieldsOf(node: MapNode): Fields | undefined {
  const keys: Keyword[] = [];
  const values: Node[] = [];
  for (const [index, item] of node.items.entries()) {
    if (index % 2 === 1) values.push(item);
    else if (item.type === "constant" && item.value instanceof Keyword) keys.push(item.value);
    else return undefined;
  }
  return new Set(keys.map(({ text }) => text)).size === keys.length ? { keys, values } : undefined;
}

const buildFields =
  (keys: readonly Keyword[]): Build =>
  (values, branch) => {
    branch.charge(64 + keys.length * 48);
    return TrieMap.ofFields(keys, values, branch);
  };

/**
 * Returns the computed nodes of a literal, and the function that builds the collection from their
 * values.
 */
export function collectionParts(node: VectorNode | SetNode | MapNode): {
  readonly values: readonly Node[];
  readonly build: Build;
} {
  if (node.type === "vector") return { values: node.items, build: buildVector };
  if (node.type === "set") return { values: node.items, build: buildSet };
  const fields = fieldsOf(node);
  return fields === undefined
    ? { values: node.items, build: buildMap }
    : { values: fields.values, build: buildFields(fields.keys) };
}

export const synchronousVector: NodeCompiler<"vector"> = (node, compilation) =>
  synchronousCollection(node.items, buildVector, compilation);
export const synchronousSet: NodeCompiler<"set"> = (node, compilation) =>
  synchronousCollection(node.items, buildSet, compilation);
export const awaitingVector: NodeCompiler<"vector"> = (node, compilation) =>
  awaitingCollection(node.items, buildVector, compilation);
export const awaitingSet: NodeCompiler<"set"> = (node, compilation) =>
  awaitingKeys(node.items, buildSet, compilation);

export const synchronousMap: NodeCompiler<"map"> = (node, compilation) => {
  const fields = fieldsOf(node);
  return fields === undefined
    ? synchronousCollection(node.items, buildMap, compilation)
    : synchronousCollection(fields.values, buildFields(fields.keys), compilation);
};

export const awaitingMap: NodeCompiler<"map"> = (node, compilation) => {
  const fields = fieldsOf(node);
  return fields === undefined
    ? awaitingKeys(node.items, buildMap, compilation)
    : awaitingCollection(fields.values, buildFields(fields.keys), compilation);
};
