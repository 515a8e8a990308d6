// What a map pattern after `&` takes apart, and what `:as` of a map pattern binds: arguments, or
// the elements of a sequence, as a map, `:key value …`, with a map at the end merged over them, as
// Clojure 1.11 has it. Analysis puts it around the source; no program names it.

import { MapBuilder, MapValue, Vector, type Value } from "@ptc/core/values";
import type { Branch } from "../../evaluation/branches/branch.ts";
import { elementsOf } from "../../sequence/elements.ts";
import { EvaluationError } from "../../evaluation/errors/errors.ts";
import { LazySeq } from "../../sequence/lazy-seq.ts";
import { Builtin } from "../builtin.ts";

export const restMap: Builtin = /* @__PURE__ */ new Builtin({
  names: ["&"],
  forms: ["(f :key value ...)", "(f :key value ... {...})"],
  doc: "Named arguments as a map.",
  example: ["((fn [& {:keys [a]}] a) :a 1)", "1"],
  arities: { 1: mapOfSequence },
});

/** A sequence of keys and values as a map; any other value is what it is. */
function mapOfSequence(branch: Branch, value: Value): Value {
  const isSequence = value instanceof LazySeq || (value instanceof Vector && value.isSequence);
  return isSequence ? mapOfRest(branch, value) : value;
}

/** Named arguments as a map. A single one stands for itself. */
export function mapOfRest(branch: Branch, rest: Value): Value {
  if (rest === null) return null;
  const elements = elementsOf(branch, rest, "&");
  if (elements.count === 1) return elements.at(0);
  const last = elements.count % 2 === 1 ? elements.at(elements.count - 1) : undefined;
  if (last !== undefined && !(last instanceof MapValue)) {
    throw new EvaluationError("arity_error", "named arguments: the last key has no value", {
      hint: "write (f :key value ...), or give a map as the last argument",
    });
  }
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
