// Describes a type in words, for the "expected" part of error messages.

import type { Type } from "../model.ts";
import { enumValueText, renderType } from "./render-signature.ts";

/**
 * Returns for example `int`, `int or nil`, `one of open, closed`, `list of int`,
 * `list of (int or nil)`, `map` or `map {id :int, name :string}`.
 */
export function describeType(type: Type): string {
  switch (type.kind) {
    case "list":
      return type.element.kind === "nilable"
        ? `list of (${describeType(type.element)})`
        : `list of ${describeType(type.element)}`;
    case "map":
      return `map ${renderType(type, { descriptions: false })}`;
    case "enum":
      return `one of ${type.values.map(enumValueText).join(", ")}`;
    case "reference":
      return describeType(type.type);
    case "nilable":
      return `${describeType(type.type)} or nil`;
    case "any-map":
      return "map";
    default:
      return type.kind;
  }
}
