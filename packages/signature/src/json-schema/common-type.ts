// Finds a common type for several types, because a signature has no unions except with nil.

import type { SimpleKind, Type } from "../model.ts";
import { isSameType } from "./named-types.ts";
import { nilable, withoutNil, type Reading } from "./reading.ts";

export interface CommonType {
  readonly type: Type;
  /** True if the common type accepts exactly the values that the given types accept. */
  readonly isExact: boolean;
}

/**
 * Returns the narrowest type that a signature can express and that accepts every value of every
 * type in `types`. Without types, returns `:any`.
 */
export function commonType(reader: Reading, types: readonly Type[]): CommonType {
  const common = commonOf(reader, types.map(withoutNil));
  const hasNil = types.some(({ kind }) => kind === "nilable") && common.type.kind !== "any";
  return hasNil ? { ...common, type: nilable(common.type) } : common;
}

function commonOf(reader: Reading, types: readonly Type[]): CommonType {
  const [first] = types;
  if (first === undefined) return { type: reader.simple("any"), isExact: false };
  if (types.every((type) => isSameType(type, first))) return { type: first, isExact: true };
  if (types.every((type) => type.kind === "enum")) {
    return {
      type: reader.made({
        kind: "enum",
        values: [...new Set(types.flatMap(({ values }) => values))],
      }),
      isExact: true,
    };
  }
  const families = new Set(types.map(familyOf));
  const [family = "any"] = families;
  if (families.size > 1 || family === "any")
    return { type: reader.simple("any"), isExact: types.some(({ kind }) => kind === "any") };
  if (family === "list")
    return { type: reader.made({ kind: "list", element: reader.simple("any") }), isExact: false };
  return { type: reader.simple(family), isExact: types.some((type) => type.kind === family) };
}

type Family = Extract<SimpleKind, "string" | "float" | "bool" | "any-map" | "any"> | "list";

function familyOf(type: Type): Family {
  switch (type.kind) {
    case "reference":
    case "nilable":
      return familyOf(type.type);
    case "keyword":
    case "datetime":
    case "enum":
      return "string";
    case "int":
      return "float";
    case "map":
    case "file":
      return "any-map";
    default:
      return type.kind;
  }
}
