// Generated signatures, and for a type values that fit it: what the property tests draw from.

import { hostFieldName } from "@ptc/core/values";
import fc from "fast-check";
import { isFirewalledName } from "@ptc/core/values";
import type { Field, Signature, SimpleKind, Type } from "../src/model.ts";

const simpleKinds: readonly SimpleKind[] = ["string", "int", "float", "bool", "keyword", "datetime", "any", "any-map"];

const fieldNameArbitrary = fc.oneof(
  fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_-]{0,8}$/),
  fc.constantFrom("__proto__", "constructor", "toString", "hasOwnProperty", "_raw", "due_date", "due-at", "length", "size"),
);

/** `depth` bounds the lists and maps inside each other. */
export function typeArbitrary(depth: number): fc.Arbitrary<Type> {
  const simple = fc.constantFrom(...simpleKinds).map((kind): Type => ({ kind }));
  if (depth === 0) return simple;
  return fc.oneof(
    simple,
    elementArbitrary(depth - 1).map((element): Type => ({ kind: "list", element })),
    fieldsArbitrary(depth - 1).map((fields): Type => ({ kind: "map", fields })),
  );
}

function elementArbitrary(depth: number): fc.Arbitrary<Type> {
  return fc.tuple(typeArbitrary(depth), fc.boolean()).map(([type, nilable]): Type => (nilable ? { kind: "nilable", type } : type));
}

function fieldsArbitrary(depth: number): fc.Arbitrary<readonly Field[]> {
  const field = fc.record({ name: fieldNameArbitrary, type: typeArbitrary(depth), optional: fc.boolean() });
  return fc
    .uniqueArray(field, { maxLength: 4, selector: ({ name }) => hostFieldName(name) })
    .map((fields) => fields.map((each): Field => ({ ...each, firewalled: isFirewalledName(each.name) })));
}

export const signatureArbitrary: fc.Arbitrary<Omit<Signature, "text">> = fc.record({
  parameters: fieldsArbitrary(3),
  output: elementArbitrary(4),
});

const valuesByKind: Readonly<Record<SimpleKind, fc.Arbitrary<unknown>>> = {
  string: fc.string({ unit: "binary" }),
  int: fc.maxSafeInteger(),
  float: fc.double(),
  bool: fc.boolean(),
  keyword: fc.string(),
  datetime: fc.date({ noInvalidDate: true }),
  any: fc.anything(),
  "any-map": fc.dictionary(fc.string(), fc.jsonValue()),
};

/** Host values that fit a type; some fields are spelled with hyphens, as a program spells them. */
export function valueArbitrary(type: Type): fc.Arbitrary<unknown> {
  switch (type.kind) {
    case "nilable":
      return fc.oneof(fc.constant(null), valueArbitrary(type.type));
    case "list":
      return fc.array(valueArbitrary(type.element), { maxLength: 4 });
    case "map":
      return fc.tuple(...type.fields.map(entryArbitrary)).map((entries) => objectOf(entries.flat()));
    default:
      return valuesByKind[type.kind];
  }
}

type Entry = readonly [name: string, value: unknown];

function entryArbitrary({ name, type, optional }: Field): fc.Arbitrary<readonly Entry[]> {
  const spelling = fc.constantFrom(name, name.replace(/(?<=[^_])_/g, "-"));
  const present = fc.tuple(spelling, optional ? fc.oneof(fc.constant(null), valueArbitrary(type)) : valueArbitrary(type)).map((entry): readonly Entry[] => [entry]);
  return optional ? fc.oneof(fc.constant([]), present) : present;
}

/** A plain object whose keys are data: `__proto__` is one of them. */
function objectOf(entries: readonly Entry[]): object {
  const object = {};
  for (const [name, value] of entries) Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
  return object;
}
