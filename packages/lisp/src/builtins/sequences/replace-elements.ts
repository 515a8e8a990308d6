// `replace` of Clojure's core: elements of a collection replaced by what a map or vector holds for
// them. The builtin `replace` comes here when it is given no text, see string-replace.ts.

import { MapValue, Vector, getField, type Value } from "@ptc/core/values";
import type { Branch } from "../../evaluation/branches/branch.ts";
import { elementsOf } from "../../sequence/elements.ts";
import { LazySeq } from "../../sequence/lazy-seq.ts";
import { wrongType } from "../../evaluation/arguments/expectations.ts";
import { DerivedFunction } from "../../functions/derived-function.ts";
import { mapStage } from "../../sequence/stages.ts";
import { lazyThrough } from "./lazy-transforms.ts";
import { transducer } from "./transducers.ts";

/**
 * The elements, each replaced by what `replacements` holds under it: as a key of a map, or as an
 * index of a vector. A vector gives a vector, anything else a sequence.
 */
export function replaceElements(branch: Branch, replacements: Value, collection: Value): Value {
  const find = replacing(replacements);
  if (collection instanceof LazySeq)
    return lazyThrough(
      branch,
      collection,
      mapStage(replacer(replacements)),
      collection.isUnbounded,
    );
  const elements = elementsOf(branch, collection, "replace");
  branch.charge(48 + 8 * elements.count);
  branch.spend(elements.count);
  return Vector.of(
    elements.toArray().map((element) => find(branch, element)),
    collection instanceof Vector && !collection.isSequence ? "vector" : "sequence",
  );
}

/** A function that answers what stands in the place of an element. */
function replacing(replacements: Value): (branch: Branch, element: Value) => Value {
  if (!(replacements instanceof MapValue) && !(replacements instanceof Vector)) {
    throw wrongType(
      "replace",
      "a map of replacements",
      replacements,
      "to replace in a string: (replace s part replacement)",
    );
  }
  return (branch, element) => {
    const found =
      replacements instanceof MapValue
        ? getField(replacements, element, branch)
        : typeof element === "number"
          ? replacements.get(element, element)
          : undefined;
    return found === undefined ? element : found;
  };
}

/** `(replace replacements)`: the transducer. */
export function replacingTransducer(_branch: Branch, replacements: Value): Value {
  return transducer("replace", [replacements], mapStage(replacer(replacements)));
}

/** The function that answers what stands in the place of an element. */
function replacer(replacements: Value): Value {
  const find = replacing(replacements);
  return new DerivedFunction("replace", [replacements], (branch, [element = null]) =>
    find(branch, element),
  );
}
