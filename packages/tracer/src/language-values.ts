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
  type Value,
} from "@ptc/core/values";

/** Converting unfolds structure that is shared; this bounds the result. */
const mostElements = 1_000_000;

/**
 * The host value of a value of the language; any other object is returned as it is.
 * @throws for data that is too deep or too large.
 */
export function asHost(object: object): unknown {
  if (!isLanguageValue(object)) return object;
  let left = mostElements;
  const spend = (count: number): void => {
    if ((left -= count) < 0) throw new RangeError("too much to trace");
  };
  return toHost(object, { collections: "native", meter: { spend } });
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
