// Builtins of sets and of relations.

import { SetValue, Vector, type Value } from "@ptc/core/values";
import { elementsOf } from "../../sequence/elements.ts";
import type { Branch } from "../../evaluation/branch.ts";
import type { BuiltinRow } from "../builtin.ts";
import { setOf } from "./conjoin.ts";
import { selectKeys } from "./map-merging.ts";
import { eachRow, index, invert, join, renameKeys, select } from "./relations.ts";
import { difference, disjoin, intersection, isSubset, largestFirst, union } from "./set-algebra.ts";

type Combine = (branch: Branch, left: Value, right: Value) => Value;
/** In which order more than two are combined. */
type Order = (branch: Branch, args: readonly Value[]) => readonly Value[];

/** A row over any number of sets, from left to right; `none` is the value of no sets at all. */
function algebra(
  name: string,
  combine: Combine,
  none: boolean,
  doc: string,
  example: readonly [string, string],
  order: Order = (_, args) => args,
): BuiltinRow {
  return {
    names: [name, `clojure.set/${name}`],
    forms: [`(clojure.set/${name} set ...)`],
    doc,
    example,
    clojure: `clojure.set/${name}`,
    arities: {
      ...(none ? { 0: (branch: Branch) => setOf(branch, Vector.of<Value>([])) } : {}),
      1: (_, set) => set,
      2: combine,
      rest: {
        from: 3,
        apply: (branch, args) =>
          order(branch, args).reduce((left, right) => combine(branch, left, right)),
      },
    },
  };
}

export const setRows: readonly BuiltinRow[] = [
  {
    names: ["set"],
    forms: ["(set coll)"],
    clojure: "set",
    doc: "The set of the elements.",
    example: ["(set [1 2 1])", "#{1 2}"],
    arities: {
      1: (branch, value) =>
        value instanceof SetValue ? value : setOf(branch, elementsOf(branch, value, "set")),
    },
  },
  {
    names: ["hash-set"],
    forms: ["(hash-set x ...)"],
    clojure: "hash-set",
    doc: "The set of the arguments.",
    example: ["(hash-set 1 2 1)", "#{1 2}"],
    arities: { rest: { from: 0, apply: (branch, args) => setOf(branch, Vector.of(args.slice())) } },
  },
  {
    names: ["disj", "disj!"],
    forms: ["(disj set x ...)"],
    clojure: "disj",
    doc: "The set without the members.",
    example: ["(disj #{1 2 3} 2)", "#{1 3}"],
    arities: {
      1: (_, set) => set,
      rest: {
        from: 2,
        apply: (branch, [set = null, ...members]) => disjoin(branch, set, members, "disj"),
      },
    },
  },
  algebra(
    "union",
    union,
    true,
    "Everything that is in any of the sets.",
    ["(clojure.set/union #{1 2} #{2 3})", "#{1 2 3}"],
    largestFirst,
  ),
  algebra("intersection", intersection, false, "What is in all of the sets.", [
    "(clojure.set/intersection #{1 2} #{2 3})",
    "#{2}",
  ]),
  algebra("difference", difference, false, "What is in the first set and in none of the others.", [
    "(clojure.set/difference #{1 2} #{2 3})",
    "#{1}",
  ]),
  {
    names: ["subset?", "clojure.set/subset?"],
    forms: ["(clojure.set/subset? a b)"],
    clojure: "clojure.set/subset?",
    doc: "Whether everything in a is in b.",
    example: ["(clojure.set/subset? #{1} #{1 2})", "true"],
    arities: { 2: (branch, part, whole) => isSubset(branch, part, whole, "subset?") },
  },
  {
    names: ["superset?", "clojure.set/superset?"],
    forms: ["(clojure.set/superset? a b)"],
    clojure: "clojure.set/superset?",
    doc: "Whether everything in b is in a.",
    example: ["(clojure.set/superset? #{1 2} #{1})", "true"],
    arities: { 2: (branch, whole, part) => isSubset(branch, part, whole, "superset?") },
  },
  {
    names: ["rename-keys", "clojure.set/rename-keys"],
    forms: ["(clojure.set/rename-keys m {old new})"],
    clojure: "clojure.set/rename-keys",
    doc: "The map with some keys renamed.",
    example: ["(clojure.set/rename-keys {:a 1} {:a :b})", "{:b 1}"],
    arities: { 2: renameKeys },
  },
  {
    names: ["map-invert", "clojure.set/map-invert"],
    forms: ["(clojure.set/map-invert m)"],
    clojure: "clojure.set/map-invert",
    doc: "The map with keys and values exchanged.",
    example: ["(clojure.set/map-invert {:a 1})", "{1 :a}"],
    arities: { 1: invert },
  },
  {
    names: ["clojure.set/select"],
    forms: ["(clojure.set/select pred set)"],
    clojure: "clojure.set/select",
    callsFunctions: true,
    doc: "The members for which pred is true.",
    example: ["(clojure.set/select odd? #{1 2 3})", "#{1 3}"],
    arities: { 2: select },
  },
  {
    names: ["clojure.set/project"],
    forms: ["(clojure.set/project maps keys)"],
    clojure: "clojure.set/project",
    doc: "The set of the maps with only some of their keys.",
    example: ["(clojure.set/project [{:a 1, :b 2} {:a 1, :b 3}] [:a])", "#{{:a 1}}"],
    arities: {
      2: (branch, relation, keys) =>
        eachRow(branch, relation, "clojure.set/project", (row) => selectKeys(branch, row, keys)),
    },
  },
  {
    names: ["clojure.set/rename"],
    forms: ["(clojure.set/rename maps {old new})"],
    clojure: "clojure.set/rename",
    doc: "The set of the maps with some keys renamed.",
    example: ["(clojure.set/rename [{:a 1}] {:a :b})", "#{{:b 1}}"],
    arities: {
      2: (branch, relation, names) =>
        eachRow(branch, relation, "clojure.set/rename", (row) => renameKeys(branch, row, names)),
    },
  },
  {
    names: ["clojure.set/index"],
    forms: ["(clojure.set/index maps keys)"],
    clojure: "clojure.set/index",
    doc: "The maps by the values of some of their keys.",
    example: ["(vals (clojure.set/index [{:a 1, :b 2}] [:a]))", "[#{{:a 1, :b 2}}]"],
    arities: { 2: index },
  },
  {
    names: ["clojure.set/join"],
    forms: ["(clojure.set/join maps1 maps2)", "(clojure.set/join maps1 maps2 {key1 key2})"],
    clojure: "clojure.set/join",
    doc: "Maps of both collections merged where shared keys, or the keys given, have equal values.",
    example: ["(clojure.set/join [{:id 1, :n 2}] [{:id 1, :t 3}])", "#{{:id 1, :t 3, :n 2}}"],
    arities: { 2: (branch, left, right) => join(branch, left, right, undefined), 3: join },
  },
];
