// Finds the type for the values of several types: their union, or a wider type if the union would
// have too many branches.

import type { SimpleKind, Type } from "../model.ts";
import { maximumBranches, unionOf } from "../union-of.ts";
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
  const [first] = types;
  if (first === undefined) return { type: reader.simple("any"), isExact: false };
  if (types.every((type) => isSameType(type, first))) return { type: first, isExact: true };
  if (reader.extents.isExhausted) return { type: reader.simple("any"), isExact: false };
  const union = unionOf(types, (length) => reader.extents.spend(length >>> 4));
  const branches = withoutNil(union);
  if (branches.kind === "union" && branches.branches.length > maximumBranches)
    return { type: familyType(reader, types), isExact: false };
  return { type: reader.made(union), isExact: true };
}

/** Returns the type that accepts every value of these types and has no named parts. */
function familyType(reader: Reading, types: readonly Type[]): Type {
  const families = new Set(types.map((type) => familyOf(withoutNil(type))));
  const [family = "any"] = families;
  if (families.size > 1 || family === "any") return reader.simple("any");
  const type: Type =
    family === "list"
      ? reader.made({ kind: "list", element: reader.simple("any") })
      : reader.simple(family);
  return types.some(({ kind }) => kind === "nilable") ? nilable(type) : type;
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
    case "constant":
      return typeof type.value === "number" ? "float" : "bool";
    case "union": {
      const [family = "any", ...others] = new Set(type.branches.map(familyOf));
      return others.length === 0 ? family : "any";
    }
    case "map":
    case "file":
      return "any-map";
    default:
      return type.kind;
  }
}
