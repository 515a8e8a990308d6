// Helpers for excerpts: the parts of a value, and the text for a value that isn't data.

import {
  FunctionValue,
  MapValue,
  OpaqueValue,
  SetValue,
  Vector,
  type Value,
} from "@ptc/core/values";
import type { ExcerptCollection } from "./excerpt-parts.ts";

export function isCollection(value: Value): value is ExcerptCollection {
  return value instanceof Vector || value instanceof MapValue || value instanceof SetValue;
}

/** Visits elements, or keys and values, until `visit` returns false. */
export function everyEntry(
  value: ExcerptCollection,
  visit: (key: Value | undefined, item: Value) => boolean,
): void {
  if (value instanceof MapValue) value.every(visit);
  else if (value instanceof SetValue) value.every((member) => visit(undefined, member));
  else for (let index = 0; index < value.count && visit(undefined, value.at(index)); index++);
}

/** Returns the data that represents an opaque value, if there is any, or else the value. */
export function dataOf(value: Value): Value {
  const data = value instanceof OpaqueValue ? (value.asData as Value | undefined) : undefined;
  return data === undefined || data instanceof OpaqueValue ? value : data;
}

/**
 * Returns the name of an opaque value: `#'total`, `<function:total>`, `<lazy-sequence>`. The
 * reader reads each as one symbol.
 */
export function opaqueText(value: OpaqueValue): string {
  const { printed, typeName } = value;
  if (printed?.startsWith("#'") === true && plainName.test(printed.slice(2))) return printed;
  const name =
    value instanceof FunctionValue && value.name !== undefined && plainName.test(value.name)
      ? `:${value.name}`
      : "";
  return `<${typeName.replaceAll(" ", "-")}${name}>`;
}

const plainName = /^[\p{L}*!?<>=_.-][\p{L}\p{N}*!?<>=_.-]{0,60}$/u;
