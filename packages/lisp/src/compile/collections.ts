// Vector, set and map literals with computed items.

import { MapBuilder, TrieSet, Vector, type Value } from "@ptc/core/values";
import type { Branch } from "../evaluation/branch.ts";
import type { Thunk } from "../evaluation/closure.ts";
import { evaluateAll } from "./evaluate-all.ts";
import type { MapNode, SetNode, VectorNode } from "../analysis/core-tree.ts";
import type { Compilation, NodeCompiler } from "./compilation.ts";

type Build = (items: Value[], branch: Branch) => Value;
type CollectionCompiler = (node: VectorNode | SetNode | MapNode, compilation: Compilation) => Thunk;

const synchronousCollection = (build: Build): CollectionCompiler => (node, compilation) => {
  const items = node.items.map((item) => compilation.synchronous(item));
  return (frame, branch) => {
    const values: Value[] = [];
    for (const item of items) values.push(item(frame, branch));
    return build(values, branch);
  };
};

const awaitingCollection = (build: Build): CollectionCompiler => (node, compilation) => {
  const items: Thunk[] = node.items.map((item) => compilation.any(item));
  return (frame, branch) => evaluateAll(items, frame, branch, (values) => build(values, branch));
};

const buildVector: Build = (items, branch) => {
  branch.charge(48 + items.length * 8);
  return Vector.of(items);
};

const buildSet: Build = (items, branch) => {
  branch.charge(64 + items.length * 40);
  return TrieSet.of(items, branch);
};

const buildMap: Build = (items, branch) => {
  branch.charge(64 + items.length * 24);
  const builder = new MapBuilder(branch);
  for (let index = 0; index + 1 < items.length; index += 2) builder.set(items[index] ?? null, items[index + 1] ?? null);
  return builder.build();
};

export const synchronousVector: NodeCompiler<"vector"> = synchronousCollection(buildVector);
export const synchronousSet: NodeCompiler<"set"> = synchronousCollection(buildSet);
export const synchronousMap: NodeCompiler<"map"> = synchronousCollection(buildMap);
export const awaitingVector: NodeCompiler<"vector"> = awaitingCollection(buildVector);
export const awaitingSet: NodeCompiler<"set"> = awaitingCollection(buildSet);
export const awaitingMap: NodeCompiler<"map"> = awaitingCollection(buildMap);
