// Gives the arguments of a call the names that the tool's schema declares. A program may write the
// argument `due_date` as `:due-date`. Only names of declared arguments and of declared fields of
// objects match. All other keys, such as those of headers or documents, stay unchanged.

import { oneLine } from "../../errors/internal.ts";
import { defineField } from "../../values/internal.ts";
import { isObject } from "../host/index.ts";
import { SchemaLocation } from "./schema-location.ts";
import { unknownArguments } from "./unknown-arguments.ts";

/** Arguments under their declared names, or the problems. */
export type NamedArguments =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problems: readonly string[] };

/** The arguments that a JSON Schema declares. */
export class DeclaredArguments {
  private readonly root: SchemaLocation;
  private readonly isForeign: boolean;

  /**
   * `isForeign` is true for JSON Schemas of other systems, which allow any further arguments
   * unless they say otherwise.
   */
  constructor(schema: unknown, { isForeign = false }: { readonly isForeign?: boolean } = {}) {
    this.root = SchemaLocation.of(schema);
    this.isForeign = isForeign;
  }

  /**
   * Returns the arguments under their declared names; a part without renamed keys is the given
   * one. Reports undeclared arguments, and undeclared fields inside them, unless the schema allows
   * them. If the schema says nothing about undeclared fields, reports only misspelled ones, because
   * programs pass whole rows. The same applies to arguments of a foreign schema.
   */
  named(given: unknown): NamedArguments {
    const problems: string[] = [];
    const value = named(given, this.root, "", problems);
    if (isObject(value)) problems.push(...this.undeclared(value));
    return problems.length === 0
      ? { ok: true, value }
      : { ok: false, problems: problems.slice(0, mostProblems) };
  }

  private undeclared(given: Readonly<Record<string, unknown>>): readonly string[] {
    const { others, fieldNames, misspelled } = this.root.branchesFor(given);
    return others === "allowed"
      ? []
      : unknownArguments(Object.keys(given), fieldNames, {
          misspelled: others === "unsaid" && this.isForeign ? misspelled : undefined,
        });
  }
}

const mostProblems = 20;

function named(
  value: unknown,
  location: SchemaLocation,
  path: string,
  problems: string[],
): unknown {
  if (typeof value !== "object" || value === null || location.isUnknown) return value;
  if (Array.isArray(value)) return namedElements(value, location, path, problems);
  return isPlain(value) ? namedFields(value, location.branchesFor(value), path, problems) : value;
}

function namedElements(
  list: readonly unknown[],
  location: SchemaLocation,
  path: string,
  problems: string[],
): unknown {
  let copy: unknown[] | undefined;
  for (const [index, item] of list.entries()) {
    const part = named(item, location.element(index), `${path}[${String(index)}]`, problems);
    if (part !== item) (copy ??= [...list])[index] = part;
  }
  return copy ?? list;
}

function namedFields(
  object: Readonly<Record<string, unknown>>,
  location: SchemaLocation,
  path: string,
  problems: string[],
): unknown {
  const renamed = {};
  const keys = new Map<string, string>();
  let isChanged = false;
  let isDeclared = true;
  for (const [key, item] of Object.entries(object)) {
    const name = location.nameOf(key);
    isDeclared &&= location.declares(name);
    const other = keys.get(name);
    if (other !== undefined) problems.push(twice(path, name, [other, key]));
    keys.set(name, key);
    const part = named(
      item,
      location.field(name),
      path === "" ? name : `${path}.${name}`,
      problems,
    );
    if (name !== key || part !== item) isChanged = true;
    defineField(renamed, name, part);
  }
  if (!isDeclared && path !== "") problems.push(...unknownFields(object, location, path, problems));
  return isChanged ? renamed : object;
}

function unknownFields(
  object: object,
  { others, fieldNames, misspelled }: SchemaLocation,
  path: string,
  { length }: readonly string[],
): readonly string[] {
  return others === "allowed" || length >= mostProblems
    ? []
    : unknownArguments(Object.keys(object), fieldNames, {
        isField: true,
        misspelled: others === "unsaid" ? misspelled : undefined,
      }).map((problem) => `${oneLine(path, 200)}: ${problem}`);
}

/** Reports two keys for one declared name. */
function twice(path: string, name: string, keys: readonly string[]): string {
  const what = path === "" ? "argument" : "field";
  const both = keys.map((key) => oneLine(key, 64)).join(" and ");
  const text = `${both} both name the ${what} ${oneLine(name, 64)}: pass one of them`;
  return path === "" ? text : `${oneLine(path, 200)}: ${text}`;
}

/** True for objects that a conversion of program values makes. */
function isPlain(value: object): value is Readonly<Record<string, unknown>> {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
