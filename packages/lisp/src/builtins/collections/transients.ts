// Collections that change in place, for programs written that way: `transient`, the functions
// ending in `!`, and `persistent!`.

import { MapValue, SetValue, Vector, type Value } from "@ptc/core/values";
import { SortedMap, SortedSet } from "@ptc/core/internal/values";
import type { Branch } from "../../evaluation/branches/branch.ts";
import { EvaluationError } from "../../evaluation/errors/errors.ts";
import { wrongType } from "../../evaluation/arguments/expectations.ts";
import type { Editable } from "../../evaluation/state/transient.ts";
import { row, type BuiltinRow } from "../row.ts";
import { conjoin } from "./conjoin.ts";
import { erase, writeAll } from "./map-writing.ts";
import { withoutMember } from "./set-algebra.ts";
import { TransientCollection } from "./transient-collection.ts";

function isEditable(value: Value): value is Editable {
  if (value instanceof Vector) return !value.isSequence;
  return (
    (value instanceof MapValue && !(value instanceof SortedMap)) ||
    (value instanceof SetValue && !(value instanceof SortedSet))
  );
}

function transient(branch: Branch, value: Value): Value {
  if (!isEditable(value))
    throw wrongType(
      "transient",
      "a vector, a map or a set that is not sorted",
      value,
      "lists and sorted collections have no transients: use conj and assoc",
    );
  branch.charge(64);
  return new TransientCollection(branch, value);
}

function transientOf(value: Value, operation: string): TransientCollection {
  if (value instanceof TransientCollection) return value;
  throw wrongType(
    operation,
    "a transient",
    value,
    operation === "persistent!"
      ? "persistent! takes the result of transient"
      : `make one with (transient coll), or use ${operation.slice(0, -1)}`,
  );
}

/** Changes `target` in place with `change` and returns `target`. */
function changed(
  branch: Branch,
  target: Value,
  operation: string,
  change: (held: Editable) => Value,
): Value {
  const transient = transientOf(target, operation);
  // `change` returns an editable collection for an editable collection.
  return transient.replace(change(transient.changedBy(branch, operation)) as Editable);
}

function disjoinIn(branch: Branch, [target = null, ...members]: readonly Value[]): Value {
  return changed(branch, target, "disj!", (held) => {
    branch.spend(members.length);
    return members.reduce<Value>(
      (left, member) => withoutMember(branch, left, member, "disj!"),
      held,
    );
  });
}

function dissociateIn(branch: Branch, [target = null, ...keys]: readonly Value[]): Value {
  return changed(branch, target, "dissoc!", (held) =>
    keys.reduce<Value>((left, key) => erase(branch, left, key, "dissoc!"), held),
  );
}

function associateIn(branch: Branch, [target = null, ...pairs]: readonly Value[]): Value {
  return changed(branch, target, "assoc!", (held) => writeAll(branch, [held, ...pairs], "assoc!"));
}

function persistent(branch: Branch, value: Value): Value {
  const transient = transientOf(value, "persistent!");
  const held = transient.changedBy(branch, "persistent!");
  transient.end();
  return held;
}

function popIn(branch: Branch, target: Value): Value {
  return changed(branch, target, "pop!", (held) => {
    if (!(held instanceof Vector)) throw wrongType("pop!", "a transient vector", target);
    if (held.count === 0)
      throw new EvaluationError("index_error", "pop!: the transient vector is empty", {
        op: "pop!",
        hint: "check (count t) first",
      });
    branch.charge(48);
    return held.slice(0, held.count - 1);
  });
}

export const transientRows: readonly BuiltinRow[] = [
  row("transient", "(transient coll)", {
    doc: "Copies a vector, map or set for changes in place, as with conj!.",
    example: ["(let [t (transient [])] (conj! t 1) (persistent! t))", "[1]"],
    arities: { 1: transient },
  }),
  row("persistent!", "(persistent! t)", {
    doc: "Returns the collection of a transient, which can't be used afterwards.",
    example: ["(persistent! (reduce conj! (transient []) [1 2]))", "[1 2]"],
    arities: { 1: persistent },
  }),
  row("conj!", "(conj! t x)", {
    doc: "Adds x to a transient in place and returns the transient.",
    example: ["(persistent! (conj! (transient #{1}) 2))", "#{1 2}"],
    arities: {
      0: (branch) => transient(branch, Vector.of<Value>([])),
      1: (_, target) => target,
      2: (branch, target, value) =>
        changed(branch, target, "conj!", (held) => conjoin(branch, held, value, "conj!")),
    },
  }),
  row("assoc!", "(assoc! t key value ...)", {
    doc: "Sets a transient map's or vector's value at key in place.",
    example: ["(persistent! (assoc! (transient {:a 1}) :b 2))", "{:a 1, :b 2}"],
    arities: { rest: { from: 3, apply: associateIn } },
  }),
  row("dissoc!", "(dissoc! t key ...)", {
    doc: "Removes keys from a transient map in place.",
    example: ["(persistent! (dissoc! (transient {:a 1, :b 2}) :b))", "{:a 1}"],
    arities: { rest: { from: 2, apply: dissociateIn } },
  }),
  row("disj!", "(disj! t x ...)", {
    doc: "Removes members from a transient set in place.",
    example: ["(persistent! (disj! (transient #{1 2}) 2))", "#{1}"],
    arities: { 1: (_, target) => target, rest: { from: 2, apply: disjoinIn } },
  }),
  row("pop!", "(pop! t)", {
    doc: "Removes the last element of a transient vector.",
    example: ["(persistent! (pop! (transient [1 2])))", "[1]"],
    arities: { 1: popIn },
  }),
];
