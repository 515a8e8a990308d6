// Named arguments, `:key value …` with an optional map at the end, as a map.

import { MapValue, type Value } from "@ptc/core/values";
import { MapBuilder, mergedKey } from "@ptc/core/internal/values";
import type { Branch } from "../evaluation/branches/branch.ts";
import { EvaluationError } from "../evaluation/errors/errors.ts";
import { elementsOf } from "./elements.ts";

/** Converts named arguments to a map. Returns a single argument unchanged. */
export function mapOfRest(branch: Branch, rest: Value): Value {
  if (rest === null) return null;
  const elements = elementsOf(branch, rest, "&");
  if (elements.count === 1) return elements.at(0);
  const last = elements.count % 2 === 1 ? elements.at(elements.count - 1) : undefined;
  if (last !== undefined && !(last instanceof MapValue)) {
    throw new EvaluationError("arity_error", "named arguments: the last key has no value", {
      hint: "write (f :key value ...), or pass a map as the last argument",
    });
  }
  branch.charge(64 + elements.count * 24 + (last?.count ?? 0) * 24);
  branch.spend(elements.count + (last?.count ?? 0));
  const built = new MapBuilder(branch);
  for (let index = 0; index + 1 < elements.count; index += 2)
    built.set(elements.at(index), elements.at(index + 1));
  if (last?.hasFieldNames !== true) {
    last?.forEach((key, value) => {
      built.set(key, value);
    });
    return built.build();
  }
  let merged: MapValue<Value> = built.build(true);
  last.forEach((key, value) => {
    merged = merged.assoc(mergedKey(merged, key, last, branch), value, branch);
  });
  return merged;
}
