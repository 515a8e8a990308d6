// `clojure.walk`: walks nested data from the inside out or the outside in, and renames keys. Treats
// each map entry as a `[key value]` vector.

import { Keyword, MapValue, SetValue, Vector, type Value } from "@ptc/core/values";
import { asFields } from "@ptc/core/internal/values";
import { call1 } from "../../functions/callable.ts";
import { elementsOf, entriesOf } from "../../sequence/elements.ts";
import { eachElement } from "../../sequence/each-element.ts";
import { after, type Result } from "../../evaluation/result.ts";
import { LazySeq } from "../../sequence/lazy-seq.ts";
import { withElements } from "../../sequence/realize.ts";
import type { Branch } from "../../evaluation/branches/branch.ts";
import { row, type BuiltinRow } from "../row.ts";
import { mapLike, setLike } from "./conjoin.ts";
import { mapOfEntries } from "./map-of-entries.ts";
import { mapOrNone } from "./keyed-elements.ts";
import { bytesOfVector } from "../../evaluation/budget/byte-costs.ts";

/** Computes the replacement of one part of the data. */
type Step = (value: Value) => Result;

/** Returns `form` with `inner` applied to each part. A value without parts is unchanged. */
function rebuilt(branch: Branch, form: Value, inner: Step): Result {
  if (form instanceof Vector)
    return eachPart(branch, form, inner, (parts) => form.withItems(parts));
  if (form instanceof LazySeq)
    return after(withElements(branch, form, "walk"), (elements) =>
      rebuilt(branch, elements, inner),
    );
  if (form instanceof MapValue)
    return eachPart(branch, entriesOf(branch, form), inner, (parts) =>
      rebuiltMap(branch, form, Vector.of(parts)),
    );
  if (form instanceof SetValue)
    return eachPart(branch, elementsOf(branch, form, "walk"), inner, (parts) =>
      setLike(branch, form, Vector.of(parts)),
    );
  return form;
}

function eachPart(
  branch: Branch,
  parts: Vector<Value>,
  inner: Step,
  build: (parts: Value[]) => Result,
): Result {
  branch.charge(bytesOfVector + parts.count * 8);
  const computed: Value[] = [];
  return eachElement(branch, parts, {
    compute: inner,
    take: (part) => computed.push(part) > 0,
    finish: () => build(computed.slice()),
  });
}

/** Rebuilds a map. A map of fields stays one. */
function rebuiltMap(branch: Branch, source: MapValue<Value>, entries: Vector<Value>): Result {
  return after(mapLike(branch, source, entries, "walk"), (map) =>
    source.hasFieldNames ? asFields(map) : map,
  );
}

/** Descends one level of the data. A level counts as a nested call against the depth limit. */
function deeper(branch: Branch, form: Value, inner: Step): Result {
  branch.enter();
  return branch.leave(rebuilt(branch, form, inner));
}

function postwalk(branch: Branch, f: Step, form: Value): Result {
  return after(
    deeper(branch, form, (part) => postwalk(branch, f, part)),
    f,
  );
}

function prewalk(branch: Branch, f: Step, form: Value): Result {
  return after(f(form), (changed) => deeper(branch, changed, (part) => prewalk(branch, f, part)));
}

/** Returns a walk that renames the keys of every map. */
function withKeys(rename: (key: Value) => Value): (branch: Branch, form: Value) => Result {
  return (branch, form) =>
    postwalk(
      branch,
      (part) => (part instanceof MapValue ? renamed(branch, part, rename) : part),
      form,
    );
}

function renamed(branch: Branch, map: MapValue<Value>, rename: (key: Value) => Value): Value {
  const entries: Value[] = [];
  branch.charge(map.count * 64);
  map.forEach((key, value) => entries.push(Vector.entry(rename(key), value)));
  const renamedMap = mapOfEntries(branch, Vector.of(entries), "walk");
  return map.hasFieldNames ? asFields(renamedMap) : renamedMap;
}

/** Returns a step that looks up the exact replacement of a value in a map. */
function replacing(branch: Branch, replacements: Value, operation: string): Step {
  const map = mapOrNone(replacements, operation);
  return (value) => map.find(value, branch) ?? value;
}

function walk(branch: Branch, inner: Value, outer: Value, form: Value): Result {
  return after(
    rebuilt(branch, form, (part) => call1(branch, inner, part)),
    (built) => call1(branch, outer, built),
  );
}

export const walkRows: readonly BuiltinRow[] = [
  row(["walk", "clojure.walk/walk"], "(walk inner outer form)", {
    doc: "Applies inner to each part of form, then outer.",
    example: ["(walk inc (fn [x] (apply + x)) [1 2 3])", "9"],
    callsFunctions: true,
    arities: { 3: walk },
  }),
  row(["postwalk", "clojure.walk/postwalk"], "(postwalk f form)", {
    doc: "Applies f to all parts of nested data, inside out.",
    example: ["(postwalk (fn [x] (if (number? x) (inc x) x)) [1 {:a 2}])", "[2 {:a 3}]"],
    callsFunctions: true,
    arities: { 2: (branch, f, form) => postwalk(branch, (part) => call1(branch, f, part), form) },
  }),
  row(["prewalk", "clojure.walk/prewalk"], "(prewalk f form)", {
    doc: "Applies f to all parts of nested data, outside in.",
    example: ["(prewalk (fn [x] (if (number? x) (inc x) x)) [1 [2]])", "[2 [3]]"],
    callsFunctions: true,
    arities: { 2: (branch, f, form) => prewalk(branch, (part) => call1(branch, f, part), form) },
  }),
  row(["keywordize-keys", "clojure.walk/keywordize-keys"], "(keywordize-keys form)", {
    doc: "Turns string keys of nested data into keywords.",
    example: ['(keywordize-keys {"a" [{"b" 1}]})', "{:a [{:b 1}]}"],
    callsFunctions: true,
    arities: { 1: withKeys((key) => (typeof key === "string" ? new Keyword(key) : key)) },
  }),
  row(["stringify-keys", "clojure.walk/stringify-keys"], "(stringify-keys form)", {
    doc: "Turns keyword keys of nested data into strings.",
    example: ["(stringify-keys {:a {:b 1}})", '{"a" {"b" 1}}'],
    callsFunctions: true,
    arities: { 1: withKeys((key) => (key instanceof Keyword ? key.name : key)) },
  }),
  row(
    ["postwalk-replace", "clojure.walk/postwalk-replace"],
    "(postwalk-replace replacements form)",
    {
      doc: "Replaces values in nested data by their values in a map, innermost first.",
      example: ["(postwalk-replace {:a 1} [:a [:b :a]])", "[1 [:b 1]]"],
      callsFunctions: true,
      arities: {
        2: (branch, replacements, form) =>
          postwalk(branch, replacing(branch, replacements, "postwalk-replace"), form),
      },
    },
  ),
  row(["prewalk-replace", "clojure.walk/prewalk-replace"], "(prewalk-replace replacements form)", {
    doc: "Replaces values in nested data by their values in a map, outermost first.",
    example: ["(prewalk-replace {:a [:b], :b 2} [:a])", "[[2]]"],
    callsFunctions: true,
    arities: {
      2: (branch, replacements, form) =>
        prewalk(branch, replacing(branch, replacements, "prewalk-replace"), form),
    },
  }),
];
