// The name of a value's type, as `(type x)` returns it and error messages show it.

import { Keyword } from "./keyword.ts";
import { MapValue } from "./map-value.ts";
import { OpaqueValue } from "./opaque.ts";
import { RegexValue } from "./regex.ts";
import { SetValue } from "./set-value.ts";
import { SymbolValue } from "./symbol.ts";
import { Temporal } from "./temporal.ts";
import { Vector } from "./vector.ts";
import type { Value } from "./value.ts";

/**
 * Returns `nil`, `boolean`, `number`, `string`, `keyword`, `vector`, `list`, `sequence`, `map`,
 * `set`, `regex`, a kind of time, `function`…
 */
export function typeName(value: Value): string {
  switch (typeof value) {
    case "boolean":
    case "string":
    case "number":
      return typeof value;
    case "bigint":
      return "number";
    default:
      return value === null ? "nil" : objectTypeName(value);
  }
}

function objectTypeName(value: Extract<Value, object>): string {
  if (value instanceof Keyword) return "keyword";
  if (value instanceof Vector) return value.kind === "entry" ? "vector" : value.kind;
  if (value instanceof MapValue) return "map";
  if (value instanceof SetValue) return "set";
  if (value instanceof RegexValue) return "regex";
  if (value instanceof Temporal) return value.kind;
  if (value instanceof SymbolValue) return "symbol";
  return value instanceof OpaqueValue ? value.typeName : "unknown";
}
