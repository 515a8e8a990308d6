// Converts arguments or sequence elements to a map, for a map pattern after `&` and its `:as`. They
// are `:key value …` with an optional map at the end, as in Clojure 1.11. Analysis inserts this
// call around the source; programs can't name it. Lazily loaded, by loading/lazy-forms.ts.

import { Vector, type Value } from "@ptc/core/values";
import type { Branch } from "../../evaluation/branches/branch.ts";
import { LazySeq } from "../../sequence/lazy-seq.ts";
import { mapOfRest } from "../../sequence/named-arguments.ts";
import { Builtin } from "../builtin.ts";

export const restMap: Builtin = /* @__PURE__ */ new Builtin({
  names: ["&"],
  forms: ["(f :key value ...)", "(f :key value ... {...})"],
  doc: "Named arguments as a map.",
  example: ["((fn [& {:keys [a]}] a) :a 1)", "1"],
  arities: { 1: mapOfSequence },
});

/** Converts a sequence of keys and values to a map. Returns any other value unchanged. */
function mapOfSequence(branch: Branch, value: Value): Value {
  const isSequence = value instanceof LazySeq || (value instanceof Vector && value.isSequence);
  return isSequence ? mapOfRest(branch, value) : value;
}
