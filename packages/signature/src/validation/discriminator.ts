// Finds the field of a union of maps whose constants tell the branches apart, such as `kind`.

import type { Field, Type, UnionType } from "../model.ts";
import { unionOf } from "../union-of.ts";
import { findKey, keysOf, readKey, spellingsOf } from "./host-data.ts";

/** A value that a signature can name. */
export type Constant = string | number | boolean;

/** A field that every map branch requires, with constants that no other branch has. */
export interface Discriminator {
  readonly field: string;
  readonly branches: ReadonlyMap<Constant, Type>;
}

/** Returns the first such field, or `undefined`. Never a firewalled field. */
export function discriminatorOf(
  { branches }: UnionType,
  spend: (work: number) => void,
): Discriminator | undefined {
  const maps = branches.flatMap((branch) => {
    const body = bodyOf(branch);
    return body.kind === "map" ? [{ branch, fields: body.fields }] : [];
  });
  const [first, ...others] = maps;
  if (first === undefined || others.length === 0) return undefined;
  for (const { name, firewalled } of first.fields) {
    const byValue = new Map<Constant, Type>();
    const isDistinct = maps.every(({ branch, fields }) => {
      spend(fields.length);
      const field = fields.find((each) => each.name === name);
      return field !== undefined && addConstants(byValue, field, branch);
    });
    if (isDistinct && !firewalled) return { field: name, branches: byValue };
  }
  return undefined;
}

/** Returns false if the field has no constants, or one that another branch has. */
function addConstants(
  byValue: Map<Constant, Type>,
  { type, optional }: Field,
  branch: Type,
): boolean {
  const constants = optional ? undefined : constantsOf(type);
  if (constants === undefined) return false;
  for (const constant of constants) {
    if (byValue.has(constant)) return false;
    byValue.set(constant, branch);
  }
  return true;
}

/** Returns the values of an enum, a constant, or a union of both; `undefined` for other types. */
export function constantsOf(type: Type): readonly Constant[] | undefined {
  const body = bodyOf(type);
  if (body.kind === "enum") return body.values;
  if (body.kind === "constant") return [body.value];
  if (body.kind !== "union") return undefined;
  const parts = body.branches.map(constantsOf);
  return parts.every((part) => part !== undefined) ? parts.flat() : undefined;
}

/** Returns the type of all values that choose a branch. */
export function constantsType({ branches }: Discriminator): Type {
  return unionOf([...branches.keys()].map(constantType));
}

export function constantType(value: Constant): Type {
  return typeof value === "string"
    ? { kind: "enum", values: [value] }
    : { kind: "constant", value };
}

/** Returns the value of a field in any spelling. */
export function readField(map: object, name: string): unknown {
  const key = findKey(map, name, () => spellingsOf(keysOf(map)));
  return key === undefined ? undefined : readKey(map, key);
}

/** Returns the type behind references. */
export function bodyOf(type: Type): Type {
  let body = type;
  while (body.kind === "reference") body = body.type;
  return body;
}
