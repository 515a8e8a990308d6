// Builtins of sets and of relations.

import { SetValue, Vector, type Value } from "@ptc/core/values";
import { elementsOf } from "../../sequence/elements.ts";
import type { Branch } from "../../evaluation/branches/branch.ts";
import { row, type Arities, type BuiltinRow } from "../row.ts";
import { setOf } from "./conjoin.ts";
import { selectKeys } from "./map-merging.ts";
import { eachRow, index, invert, join, renameKeys, select } from "./relations.ts";
import { difference, disjoin, intersection, isSubset, largestFirst, union } from "./set-algebra.ts";

type Combine = (branch: Branch, left: Value, right: Value) => Value;
/** In which order more than two are combined. */
type Order = (branch: Branch, args: readonly Value[]) => readonly Value[];

/** Combines any number of sets, from left to right; `none` is the value of no sets at all. */
function algebra(combine: Combine, none: boolean, order: Order = (_, args) => args): Arities {
  return {
    ...(none ? { 0: (branch: Branch) => setOf(branch, Vector.of<Value>([])) } : {}),
    1: (_, set) => set,
    2: combine,
    rest: {
      from: 3,
      apply: (branch, args) =>
        order(branch, args).reduce((left, right) => combine(branch, left, right)),
    },
  };
}

export const setRows: readonly BuiltinRow[] = [
  row("set", "(set coll)", {
    doc: "The set of the elements.",
    example: ["(set [1 2 1])", "#{1 2}"],
    arities: {
      1: (branch, value) =>
        value instanceof SetValue ? value : setOf(branch, elementsOf(branch, value, "set")),
    },
  }),
  row("hash-set", "(hash-set x ...)", {
    doc: "The set of the arguments.",
    example: ["(hash-set 1 2 1)", "#{1 2}"],
    arities: { rest: { from: 0, apply: (branch, args) => setOf(branch, Vector.of(args.slice())) } },
  }),
  row("disj", "(disj set x ...)", {
    doc: "The set without the members.",
    example: ["(disj #{1 2 3} 2)", "#{1 3}"],
    arities: {
      1: (_, set) => set,
      rest: {
        from: 2,
        apply: (branch, [set = null, ...members]) => disjoin(branch, set, members, "disj"),
      },
    },
  }),
  row(["union", "clojure.set/union"], "(clojure.set/union set ...)", {
    doc: "Everything that is in any of the sets.",
    example: ["(clojure.set/union #{1 2} #{2 3})", "#{1 2 3}"],
    arities: algebra(union, true, largestFirst),
  }),
  row(["intersection", "clojure.set/intersection"], "(clojure.set/intersection set ...)", {
    doc: "What is in all of the sets.",
    example: ["(clojure.set/intersection #{1 2} #{2 3})", "#{2}"],
    arities: algebra(intersection, false),
  }),
  row(["difference", "clojure.set/difference"], "(clojure.set/difference set ...)", {
    doc: "What is in the first set and in none of the others.",
    example: ["(clojure.set/difference #{1 2} #{2 3})", "#{1}"],
    arities: algebra(difference, false),
  }),
  row(["subset?", "clojure.set/subset?"], "(clojure.set/subset? a b)", {
    doc: "Whether everything in a is in b.",
    example: ["(clojure.set/subset? #{1} #{1 2})", "true"],
    arities: { 2: (branch, part, whole) => isSubset(branch, part, whole, "subset?") },
  }),
  row(["superset?", "clojure.set/superset?"], "(clojure.set/superset? a b)", {
    doc: "Whether everything in b is in a.",
    example: ["(clojure.set/superset? #{1 2} #{1})", "true"],
    arities: { 2: (branch, whole, part) => isSubset(branch, part, whole, "superset?") },
  }),
  row(["rename-keys", "clojure.set/rename-keys"], "(clojure.set/rename-keys m {old new})", {
    doc: "The map with some keys renamed.",
    example: ["(clojure.set/rename-keys {:a 1} {:a :b})", "{:b 1}"],
    arities: { 2: renameKeys },
  }),
  row(["map-invert", "clojure.set/map-invert"], "(clojure.set/map-invert m)", {
    doc: "The map with keys and values exchanged.",
    example: ["(clojure.set/map-invert {:a 1})", "{1 :a}"],
    arities: { 1: invert },
  }),
  row("clojure.set/select", "(clojure.set/select pred set)", {
    doc: "The members for which pred is true.",
    example: ["(clojure.set/select odd? #{1 2 3})", "#{1 3}"],
    callsFunctions: true,
    arities: { 2: select },
  }),
  row("clojure.set/project", "(clojure.set/project maps keys)", {
    doc: "The set of the maps with only some of their keys.",
    example: ["(clojure.set/project [{:a 1, :b 2} {:a 1, :b 3}] [:a])", "#{{:a 1}}"],
    arities: {
      2: (branch, relation, keys) =>
        eachRow(branch, relation, "clojure.set/project", (row) => selectKeys(branch, row, keys)),
    },
  }),
  row("clojure.set/rename", "(clojure.set/rename maps {old new})", {
    doc: "The set of the maps with some keys renamed.",
    example: ["(clojure.set/rename [{:a 1}] {:a :b})", "#{{:b 1}}"],
    arities: {
      2: (branch, relation, names) =>
        eachRow(branch, relation, "clojure.set/rename", (row) => renameKeys(branch, row, names)),
    },
  }),
  row("clojure.set/index", "(clojure.set/index maps keys)", {
    doc: "The maps by the values of some of their keys.",
    example: ["(vals (clojure.set/index [{:a 1, :b 2}] [:a]))", "(#{{:a 1, :b 2}})"],
    arities: { 2: index },
  }),
  row(
    "clojure.set/join",
    ["(clojure.set/join maps1 maps2)", "(clojure.set/join maps1 maps2 {key1 key2})"],
    {
      doc: "Maps of both collections merged where shared keys, or the keys given, have equal values.",
      example: ["(clojure.set/join [{:id 1, :n 2}] [{:id 1, :t 3}])", "#{{:id 1, :t 3, :n 2}}"],
      arities: { 2: (branch, left, right) => join(branch, left, right, undefined), 3: join },
    },
  ),
];
