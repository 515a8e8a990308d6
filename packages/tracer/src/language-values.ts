// Converts language values in a trace, which a tool may return, to host values, so that their
// fields can be found.

import {
  Keyword,
  MapValue,
  OpaqueValue,
  RegexValue,
  SetValue,
  SymbolValue,
  Temporal,
  Vector,
  toHost,
  workBudget,
  type Value,
  type WorkMeter,
} from "@ptc/core/values";

/** Converting copies shared structure at each use; this bounds the result if the caller doesn't. */
const mostElements = 1_000_000;

/**
 * Returns the host value of a language value, and any other object unchanged.
 * @throws for data that is too deep, and any error of `meter`.
 */
export function asHost(object: object, meter?: WorkMeter): unknown {
  if (!isLanguageValue(object)) return object;
  return toHost(object, {
    collections: "native",
    meter: meter ?? workBudget("reading a value", mostElements),
  });
}

function isLanguageValue(object: object): object is Extract<Value, object> {
  return (
    object instanceof MapValue ||
    object instanceof Vector ||
    object instanceof SetValue ||
    object instanceof Keyword ||
    object instanceof SymbolValue ||
    object instanceof Temporal ||
    object instanceof RegexValue ||
    object instanceof OpaqueValue
  );
}
