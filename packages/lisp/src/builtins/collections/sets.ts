// Builtins of sets and of relations.

import { SetValue, Vector, type Value } from "@ptc/core/values";
import { elementsOf } from "../../sequence/elements.ts";
import type { Branch } from "../../evaluation/branches/branch.ts";
import { after, type Result } from "../../evaluation/result.ts";
import { row, type Arities, type BuiltinRow } from "../row.ts";
import { setOf } from "./conjoin.ts";
import { selectKeys } from "./map-merging.ts";
import { eachRow, index, invert, join, renameKeys, renameManyKeys, select } from "./relations.ts";
import { difference, disjoin, intersection, isSubset, largestFirst, union } from "./set-algebra.ts";

type Combine = (branch: Branch, left: Value, right: Value) => Result;
/** Decides in which order more than two sets are combined. */
type Order = (branch: Branch, args: readonly Value[]) => readonly Value[];

/** Combines any number of sets from left to right. `none` is the result without sets. */
function algebra(combine: Combine, none: boolean, order: Order = (_, args) => args): Arities {
  return {
    ...(none ? { 0: (branch: Branch) => setOf(branch, Vector.of<Value>([])) } : {}),
    1: (_, set) => set,
    2: combine,
    rest: {
      from: 3,
      apply: (branch, args) =>
        order(branch, args).reduce<Result | undefined>(
          (left, right) =>
            left === undefined ? right : after(left, (joined) => combine(branch, joined, right)),
          undefined,
        ) ?? null,
    },
  };
}

export const setRows: readonly BuiltinRow[] = [
  row("set", "(set coll)", {
    doc: "Makes a set of coll.",
    example: ["(set [1 2 1])", "#{1 2}"],
    arities: {
      1: (branch, value) =>
        value instanceof SetValue ? value : setOf(branch, elementsOf(branch, value, "set")),
    },
  }),
  row("hash-set", "(hash-set x ...)", {
    doc: "Makes a set of them.",
    example: ["(hash-set 1 2 1)", "#{1 2}"],
    arities: { rest: { from: 0, apply: (branch, args) => setOf(branch, Vector.of(args.slice())) } },
  }),
  row("disj", "(disj set x ...)", {
    doc: "Removes the members.",
    example: ["(disj #{1 2 3} 2)", "#{1 3}"],
    arities: {
      1: (_, set) => set,
      rest: {
        from: 2,
        apply: (branch, [set = null, ...members]) =>
          disjoin(branch, set, Vector.of(members), "disj"),
      },
    },
  }),
  row(["union", "clojure.set/union"], "(clojure.set/union set ...)", {
    doc: "Joins sets: members of any of them.",
    example: ["(clojure.set/union #{1 2} #{2 3})", "#{1 2 3}"],
    arities: algebra(union, true, largestFirst),
  }),
  row(["intersection", "clojure.set/intersection"], "(clojure.set/intersection set ...)", {
    doc: "Members common to all sets.",
    example: ["(clojure.set/intersection #{1 2} #{2 3})", "#{2}"],
    arities: algebra(intersection, false),
  }),
  row(["difference", "clojure.set/difference"], "(clojure.set/difference set ...)", {
    doc: "Removes the other sets' members from the first.",
    example: ["(clojure.set/difference #{1 2} #{2 3})", "#{1}"],
    arities: algebra(difference, false),
  }),
  row(["subset?", "clojure.set/subset?"], "(clojure.set/subset? a b)", {
    doc: "True if all of a is in b.",
    example: ["(clojure.set/subset? #{1} #{1 2})", "true"],
    arities: { 2: (branch, part, whole) => isSubset(branch, part, whole, "subset?") },
  }),
  row(["superset?", "clojure.set/superset?"], "(clojure.set/superset? a b)", {
    doc: "True if all of b is in a.",
    example: ["(clojure.set/superset? #{1 2} #{1})", "true"],
    arities: { 2: (branch, whole, part) => isSubset(branch, part, whole, "superset?") },
  }),
  row(["rename-keys", "clojure.set/rename-keys"], "(clojure.set/rename-keys m {old new})", {
    doc: "Renames some keys of the map.",
    example: ["(clojure.set/rename-keys {:a 1} {:a :b})", "{:b 1}"],
    arities: { 2: renameManyKeys },
  }),
  row(["map-invert", "clojure.set/map-invert"], "(clojure.set/map-invert m)", {
    doc: "Exchanges keys and values of a map.",
    example: ["(clojure.set/map-invert {:a 1})", "{1 :a}"],
    arities: { 1: invert },
  }),
  row("clojure.set/select", "(clojure.set/select pred set)", {
    doc: "Keeps members with pred true.",
    example: ["(clojure.set/select odd? #{1 2 3})", "#{1 3}"],
    callsFunctions: true,
    arities: { 2: select },
  }),
  row("clojure.set/project", "(clojure.set/project maps keys)", {
    doc: "Keeps only some keys of the maps, as a set.",
    example: ["(clojure.set/project [{:a 1, :b 2} {:a 1, :b 3}] [:a])", "#{{:a 1}}"],
    arities: {
      2: (branch, relation, keys) =>
        eachRow(branch, relation, "clojure.set/project", (row) => selectKeys(branch, row, keys)),
    },
  }),
  row("clojure.set/rename", "(clojure.set/rename maps {old new})", {
    doc: "Renames some keys of the maps, as a set.",
    example: ["(clojure.set/rename [{:a 1}] {:a :b})", "#{{:b 1}}"],
    arities: {
      2: (branch, relation, names) =>
        eachRow(branch, relation, "clojure.set/rename", (row) => renameKeys(branch, row, names)),
    },
  }),
  row("clojure.set/index", "(clojure.set/index maps keys)", {
    doc: "Groups the maps by the values of keys.",
    example: ["(vals (clojure.set/index [{:a 1, :b 2}] [:a]))", "(#{{:a 1, :b 2}})"],
    arities: { 2: index },
  }),
  row(
    "clojure.set/join",
    ["(clojure.set/join maps1 maps2)", "(clojure.set/join maps1 maps2 {key1 key2})"],
    {
      doc: "Merges maps of both collections whose values of shared or given keys are equal.",
      example: ["(clojure.set/join [{:id 1, :n 2}] [{:id 1, :t 3}])", "#{{:id 1, :t 3, :n 2}}"],
      arities: { 2: (branch, left, right) => join(branch, left, right, undefined), 3: join },
    },
  ),
];
