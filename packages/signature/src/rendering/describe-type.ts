// Describes a type in words, for the "expected" part of error messages.

import { quotedText } from "@ptc/core/internal/printing";
import type { Type, UnionType } from "../model.ts";
import { enumValueText, renderType } from "./render-signature.ts";

/**
 * Returns for example `int`, `int or nil`, `one of open, closed`, `list of int`,
 * `list of (int or nil)`, `map` or `map {id :int, name :string}`.
 */
export function describeType(type: Type): string {
  switch (type.kind) {
    case "list":
      return type.element.kind === "nilable" || type.element.kind === "union"
        ? `list of (${describeType(type.element)})`
        : `list of ${describeType(type.element)}`;
    case "map":
      return `map ${renderType(type, { descriptions: false })}`;
    case "enum":
      return enumDescription(type.values);
    case "constant":
      return String(type.value);
    case "union":
      return alternatives(partsOf(type));
    case "reference":
      return describeType(type.type);
    case "nilable":
      return type.type.kind === "union"
        ? alternatives([...partsOf(type.type), "nil"])
        : `${describeType(type.type)} or nil`;
    case "any-map":
      return "map";
    default:
      return type.kind;
  }
}

function enumDescription(values: readonly string[]): string {
  const [only = ""] = values;
  return values.length === 1 ? quotedText(only) : `one of ${values.map(enumValueText).join(", ")}`;
}

/** Returns the descriptions of the branches, with the values of an enum one by one. */
function partsOf({ branches }: UnionType): readonly string[] {
  return branches.flatMap((type) =>
    type.kind === "enum" ? type.values.map((value) => quotedText(value)) : describeType(type),
  );
}

/** Returns for example `int, string or map`. */
function alternatives(descriptions: readonly string[]): string {
  return `${descriptions.slice(0, -1).join(", ")} or ${descriptions.at(-1) ?? ""}`;
}
