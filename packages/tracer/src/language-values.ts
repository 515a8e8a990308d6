// Values of the language in a trace, which a tool may answer with. They are converted to host
// values, so that their fields can be found.

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

/** Converting unfolds structure that is shared; this bounds the result where nobody else does. */
const mostElements = 1_000_000;

/**
 * The host value of a value of the language; any other object is returned as it is.
 * @throws for data that is too deep, and what `meter` throws.
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
