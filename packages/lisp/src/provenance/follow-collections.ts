// Follows vector, set and map literals, whose parts keep their labels.

import { Keyword, type Value } from "@ptc/core/values";
import type { MapNode, Node, SetNode, VectorNode } from "../analysis/core-tree.ts";
import { collectionParts } from "../compile/collections.ts";
import { evaluateAll } from "../compile/evaluate-all.ts";
import { after } from "../evaluation/result.ts";
import { whenRealized } from "../sequence/element-pending.ts";
import type { FollowedCompiler } from "./followed-compilation.ts";
import { labelInside } from "./field-rules.ts";
import type { Following } from "./following.ts";
import type { Label } from "./label.ts";
import { GrowingLabel, unlabeled } from "./label.ts";
import { labelOf, plain } from "./labeled.ts";

const followCollection = (
  node: VectorNode | SetNode | MapNode,
  compilation: Parameters<FollowedCompiler<"map">>[1],
  label: (following: Following, made: Value, items: readonly Value[]) => Value,
): ReturnType<FollowedCompiler<"map">> => {
  const { values, build } = collectionParts(node);
  const items = values.map((item: Node) => compilation.any(item));
  const { following } = compilation;
  return (frame, branch) =>
    evaluateAll(items, frame, branch, (found) =>
      after(
        branch.evaluation.hasSequences && node.type !== "vector"
          ? whenRealized<Value>(branch, () => build(found.map(plain), branch))
          : build(found.map(plain), branch),
        (made) => label(following, made, found),
      ),
    );
};

export const followVector: FollowedCompiler<"vector"> = (node, compilation) =>
  followCollection(node, compilation, (following, made, items) =>
    following.withItems(
      made,
      items.map((item) => labelInside(following, item)),
    ),
  );

/** The elements choose which of them are equal, so the set as a whole has their origins. */
export const followSet: FollowedCompiler<"set"> = (node, compilation) =>
  followCollection(node, compilation, (following, made, items) => whole(following, made, items));

export const followMap: FollowedCompiler<"map"> = (node, compilation) => {
  const keys = node.items.filter((_, index) => index % 2 === 0);
  const names = keys.map((key) => (key.type === "constant" ? nameOf(key.value) : undefined));
  const isOfFields = collectionParts(node).values.length === keys.length;
  return followCollection(node, compilation, (following, made, items) => {
    // Computed keys: which fields there are depends on them.
    if (!isOfFields) return whole(following, made, items);
    const fields = new Map<string | number, Label>();
    for (const [index, item] of items.entries()) {
      const label = labelInside(following, item);
      const name = names[index];
      if (label !== unlabeled && name !== undefined) fields.set(name, label);
    }
    if (fields.size > 0) following.inside.set(made, { fields, others: unlabeled });
    return made;
  });
};

function nameOf(key: Value): string | undefined {
  return key instanceof Keyword ? key.text : undefined;
}

function whole(following: Following, made: Value, items: readonly Value[]): Value {
  let own = 0;
  let deep = 0;
  const growing: GrowingLabel[] = [];
  for (const item of items) {
    own |= labelOf(item).own;
    deep |= following.deepOf(item);
    growing.push(...following.inside.growing(plain(item)));
  }
  if (growing.length > 0) {
    const others = new GrowingLabel();
    for (const each of growing) others.include(each);
    following.inside.set(made, { fields: undefined, others });
  }
  return following.withOrigins(made, own, deep, labelOf(items[0] ?? null).trail);
}
