// Collects the definitions made while reading schemas. Two schemas may each have their own `Order`,
// so a name that another type has already taken gets a number.

import type { Definition, ReferenceType, Type } from "../model.ts";

export class NamedTypes {
  private readonly definitions = new Map<string, Definition>();
  private readonly references = new Map<string, ReferenceType>();
  /** The number to try next, by name. */
  private readonly numbers = new Map<string, number>();

  /**
   * Returns a reference to a type with this name, or with a numbered name if another type has this
   * one.
   */
  add(wanted: string, type: Type, description: string | undefined): ReferenceType {
    const known = this.definitions.get(wanted);
    const reference = this.references.get(wanted);
    if (
      known !== undefined &&
      reference !== undefined &&
      known.description === description &&
      isSameType(known.type, type)
    )
      return reference;
    return this.define(known === undefined ? wanted : this.freeName(wanted), type, description);
  }

  /**
   * Returns the definitions that these types use, in the order of `names`. Each definition follows
   * the ones that it uses.
   */
  used(types: readonly Type[], names: Iterable<string>): Definition[] {
    const wanted = new Set<string>();
    for (const type of types) for (const name of namesIn(type)) this.collect(name, wanted);
    const ordered = new Set<string>();
    for (const name of [...names, ...wanted]) if (wanted.has(name)) this.collect(name, ordered);
    return [...ordered].flatMap((name) => this.definitions.get(name) ?? []);
  }

  private define(name: string, type: Type, description: string | undefined): ReferenceType {
    const reference: ReferenceType = { kind: "reference", name, type };
    this.definitions.set(name, {
      name,
      type,
      ...(description === undefined ? {} : { description }),
    });
    this.references.set(name, reference);
    return reference;
  }

  private freeName(wanted: string): string {
    let number = this.numbers.get(wanted) ?? 2;
    while (this.definitions.has(wanted + String(number))) number += 1;
    this.numbers.set(wanted, number + 1);
    return wanted + String(number);
  }

  /** Adds a name after the names that its definition uses. */
  private collect(name: string, names: Set<string>): void {
    const definition = this.definitions.get(name);
    if (definition === undefined || names.has(name)) return;
    for (const inner of namesIn(definition.type)) this.collect(inner, names);
    names.add(name);
  }
}

/** Returns the names that a type mentions directly. */
export function namesIn(type: Type): readonly string[] {
  switch (type.kind) {
    case "reference":
      return [type.name];
    case "list":
      return namesIn(type.element);
    case "nilable":
      return namesIn(type.type);
    case "union":
      return type.branches.flatMap(namesIn);
    case "map":
      return type.fields.flatMap((field) => namesIn(field.type));
    default:
      return [];
  }
}

/** True if two types are the same. Two names are the same if they refer to the same type. */
export function isSameType(left: Type, right: Type): boolean {
  if (left === right) return true;
  switch (left.kind) {
    case "reference":
      return right.kind === "reference" && left.name === right.name && left.type === right.type;
    case "list":
      return right.kind === "list" && isSameType(left.element, right.element);
    case "nilable":
      return right.kind === "nilable" && isSameType(left.type, right.type);
    case "constant":
      return right.kind === "constant" && left.value === right.value;
    case "union":
      return (
        right.kind === "union" &&
        left.branches.length === right.branches.length &&
        left.branches.every((branch, index) => {
          const other = right.branches[index];
          return other !== undefined && isSameType(branch, other);
        })
      );
    case "enum":
      return (
        right.kind === "enum" &&
        left.values.length === right.values.length &&
        left.values.every((value, index) => value === right.values[index])
      );
    case "map":
      return (
        right.kind === "map" &&
        left.fields.length === right.fields.length &&
        left.fields.every((field, index) => {
          const other = right.fields[index];
          return (
            other !== undefined &&
            field.name === other.name &&
            field.optional === other.optional &&
            field.description === other.description &&
            isSameType(field.type, other.type)
          );
        })
      );
    default:
      return left.kind === right.kind;
  }
}
