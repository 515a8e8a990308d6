// `replace` of Clojure's core: replaces elements of a collection by their values in a map or
// vector. The builtin `replace` calls this if it isn't given a string, see string-replace.ts.

import { MapValue, Vector, getField, type Value } from "@ptc/core/values";
import type { Branch } from "../../evaluation/branches/branch.ts";
import { elementsOf } from "../../sequence/elements.ts";
import type { Result } from "../../evaluation/result.ts";
import { eachElement } from "../../sequence/each-element.ts";
import { LazySeq } from "../../sequence/lazy-seq.ts";
import { wrongType } from "../../evaluation/arguments/expectations.ts";
import { DerivedFunction } from "../../functions/derived-function.ts";
import { mapStage, type Stage } from "../../sequence/stages.ts";
import { lazyThrough } from "./lazy-transforms.ts";
import { transducer } from "./transducer.ts";
import { bytesOfVector } from "../../evaluation/budget/byte-costs.ts";

/**
 * Replaces each element by its value in `replacements`, where it is a key of a map or an index of
 * a vector. Returns a vector for a vector, otherwise a sequence.
 */
export function replaceElements(branch: Branch, replacements: Value, collection: Value): Result {
  const find = replacing(replacements);
  if (collection instanceof LazySeq)
    return lazyThrough(branch, collection, replacingStage(replacements), collection.isUnbounded, [
      "replace",
      replacements,
    ]);
  const elements = elementsOf(branch, collection, "replace");
  branch.charge(bytesOfVector + 8 * elements.count);
  const kind = collection instanceof Vector && !collection.isSequence ? "vector" : "sequence";
  const replaced: Value[] = [];
  return eachElement(branch, elements, {
    compute: (element) => find(branch, element),
    take: (found) => replaced.push(found) > 0,
    finish: () => Vector.ofGrown(replaced, kind),
  });
}

/** Returns a function that finds the replacement of an element. */
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

/** Returns the stage that replaces each element by its value in `replacements`. */
export function replacingStage(replacements: Value): Stage {
  return mapStage(replacer(replacements));
}

/** `(replace replacements)`: the transducer. */
export function replacingTransducer(branch: Branch, replacements: Value): Value {
  return transducer(branch, "replace", [replacements], replacingStage(replacements));
}

/** Returns the language function that finds the replacement of an element. */
function replacer(replacements: Value): Value {
  const find = replacing(replacements);
  return new DerivedFunction("replace", [replacements], (branch, [element = null]) =>
    find(branch, element),
  );
}
