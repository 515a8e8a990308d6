// What a map pattern after `&` takes apart: the remaining arguments as a map, `:key value …`, with
// a map at the end merged over them, as Clojure 1.11 has it. Analysis puts it around the rest; no
// program names it.

import { MapBuilder, MapValue, Vector, type Value } from "@ptc/core/values";
import type { Branch } from "../../evaluation/branch.ts";
import { elementsOf } from "../../sequence/elements.ts";
import { EvaluationError } from "../../evaluation/errors.ts";
import { LazySeq } from "../../sequence/lazy-seq.ts";
import { Builtin } from "../builtin.ts";

export const restMap: Builtin = /* @__PURE__ */ new Builtin({
  names: ["&"],
  forms: ["(f :key value ...)", "(f :key value ... {...})"],
  doc: "Named arguments as a map.",
  example: ["((fn [& {:keys [a]}] a) :a 1)", "1"],
  arities: { 1: mapOfRest },
});

/** What `:as` of a map pattern binds; analysis puts it around the source. */
export const wholeMap: Builtin = /* @__PURE__ */ new Builtin({
  names: [":as"],
  forms: ["{:keys [a] :as all}"],
  doc: "A sequence of keys and values as a map; any other value as it is.",
  example: ["(let [{:as all} (list :a 1)] all)", "{:a 1}"],
  arities: { 1: mapOfSequence },
});

/** A sequence of one element stands for that element, as in Clojure 1.11. */
function mapOfSequence(branch: Branch, value: Value): Value {
  if (!(value instanceof LazySeq) && !(value instanceof Vector && value.isSequence)) return value;
  const elements = elementsOf(branch, value, "destructuring");
  return elements.count === 1 ? elements.at(0) : mapOfRest(branch, elements);
}

/** Named arguments as a map. */
export function mapOfRest(branch: Branch, rest: Value): Value {
  if (rest === null) return null;
  const elements = elementsOf(branch, rest, "&");
  const last = elements.count % 2 === 1 ? elements.at(elements.count - 1) : undefined;
  if (last !== undefined && !(last instanceof MapValue)) {
    throw new EvaluationError("arity_error", "named arguments: the last key has no value", {
      hint: "write (f :key value ...), or give a map as the last argument",
    });
  }
  if (last !== undefined && elements.count === 1) return last;
  branch.charge(64 + elements.count * 24 + (last?.count ?? 0) * 24);
  branch.spend(elements.count + (last?.count ?? 0));
  const built = new MapBuilder(branch);
  for (let index = 0; index + 1 < elements.count; index += 2)
    built.set(elements.at(index), elements.at(index + 1));
  last?.every((key, value) => {
    built.set(key, value);
    return true;
  });
  return built.build();
}
