// Decides whether a JSON Schema allows null.

import { isObject } from "../host/index.ts";
import { resolved } from "./json-pointer.ts";

/** The nesting of branches and references that is followed. Deeper schemas allow null. */
const deepest = 10;

/** The number of branches that are read; more branches of one schema allow null. */
const mostBranches = 64;

/** True if `schema` allows null or doesn't restrict values. */
export function takesNull(document: unknown, schema: unknown): boolean {
  let branches = mostBranches;
  const allows = (part: unknown, depth: number): boolean => {
    if (!isObject(part)) return part !== false;
    if (depth > deepest || --branches < 0) return true;
    const { $ref: reference, type, enum: values, const: only, nullable } = part;
    const target = typeof reference === "string" ? resolved(document, reference) : undefined;
    if (target !== undefined && !allows(target, depth + 1)) return false;
    if (nullable === true) return true;
    if (Array.isArray(values)) return values.includes(null);
    if (Object.hasOwn(part, "const")) return only === null;
    if (Array.isArray(type)) return type.includes("null");
    if (type !== undefined) return type === "null";
    const partsOf = (keyword: string): readonly unknown[] | undefined => {
      const parts = part[keyword];
      return Array.isArray(parts) && parts.length > 0 ? parts : undefined;
    };
    const inside = (branch: unknown): boolean => allows(branch, depth + 1);
    return (
      (partsOf("allOf")?.every(inside) ?? true) &&
      (partsOf("anyOf")?.some(inside) ?? true) &&
      (partsOf("oneOf")?.some(inside) ?? true)
    );
  };
  return allows(schema, 0);
}
