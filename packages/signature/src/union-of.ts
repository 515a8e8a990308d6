// Makes unions in their canonical form, so that equal unions have equal branches and texts.

import type { Type } from "./model.ts";
import { renderType } from "./rendering/render-signature.ts";

/** The maximum number of branches of a union. */
export const maximumBranches = 64;

/**
 * Returns the type of the values that fit any of `types`, of which there is at least one. Merges
 * nested unions and enums. Omits a branch whose values all fit another branch of the same family,
 * such as `:int` beside `:float`. Calls `spend` with the length of each text that it compares.
 */
export function unionOf(types: readonly Type[], spend?: (length: number) => void): Type {
  const branches: Type[] = [];
  const hasNil = addBranches(types, branches);
  if (branches.some(({ kind }) => kind === "any")) return { kind: "any" };
  const [first = { kind: "any" }, ...others] = canonical(branches, spend);
  const type: Type = others.length === 0 ? first : { kind: "union", branches: [first, ...others] };
  return hasNil ? { kind: "nilable", type } : type;
}

/** Adds the branches of `types` to `branches`. Returns true if nil is one of them. */
function addBranches(types: readonly Type[], branches: Type[]): boolean {
  let hasNil = false;
  for (const type of types) {
    if (type.kind === "union") branches.push(...type.branches);
    else if (type.kind !== "nilable") branches.push(type);
    else {
      hasNil = true;
      addBranches([type.type], branches);
    }
  }
  return hasNil;
}

function canonical(branches: readonly Type[], spend?: (length: number) => void): readonly Type[] {
  const kinds = new Set<unknown>(
    branches.map((type) => (type.kind === "constant" ? type.value : type.kind)),
  );
  const isBool = kinds.has("bool") || (kinds.has(true) && kinds.has(false));
  const values = new Set(branches.flatMap((type) => (type.kind === "enum" ? type.values : [])));
  const byText = new Map<string, Type>();
  for (const given of branches) {
    const type = wider(given, kinds, isBool);
    if (type.kind === "enum") {
      if (!byText.has(anEnum)) byText.set(anEnum, { kind: "enum", values: [...values] });
      continue;
    }
    const text = renderType(type);
    spend?.(text.length);
    if (!byText.has(text)) byText.set(text, type);
  }
  return [...byText.values()];
}

/** The key of the one enum among the texts of the branches; no type has this text. */
const anEnum = "#";

/** Returns the branch that replaces `type` if `kinds` has one that accepts all of its values. */
function wider(type: Type, kinds: ReadonlySet<unknown>, isBool: boolean): Type {
  const value = type.kind === "constant" ? type.value : undefined;
  if (typeof value === "boolean") return isBool ? { kind: "bool" } : type;
  if (type.kind !== "int" && value === undefined) return type;
  if (kinds.has("float")) return { kind: "float" };
  return kinds.has("int") && (value === undefined || Number.isSafeInteger(value))
    ? { kind: "int" }
    : type;
}
