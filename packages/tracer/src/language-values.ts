// Values of the language where a trace was given them: a tool may answer with them. As host data
// their fields can be found.

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

/** The copy unfolds structure that is shared: more than this is not worth writing. */
const mostElements = 1_000_000;

/**
 * What `object` is to a host; itself unless it is a value of the language. @throws for data that is
 * too deep or too much
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
