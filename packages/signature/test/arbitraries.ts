// Generates signatures, and values that fit their types, for the property tests.

import { HostFile } from "@ptc/core/values";
import { hostFieldName, isFirewalledName } from "@ptc/core/internal/values";
import fc from "fast-check";
import type {
  Definition,
  Field,
  ReferenceType,
  Signature,
  SimpleKind,
  Type,
} from "../src/model.ts";
import { unionOf } from "../src/union-of.ts";

const simpleKinds: readonly SimpleKind[] = [
  "string",
  "int",
  "float",
  "bool",
  "keyword",
  "datetime",
  "file",
  "any",
  "any-map",
];

const fieldNameArbitrary = fc.oneof(
  fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_-]{0,8}$/),
  fc.constantFrom(
    "__proto__",
    "constructor",
    "toString",
    "hasOwnProperty",
    "_raw",
    "due_date",
    "due-at",
    "length",
    "size",
  ),
);

const enumArbitrary = fc
  .uniqueArray(
    fc.oneof(
      fc.stringMatching(/^[A-Za-z0-9_][A-Za-z0-9_-]{0,6}$/),
      fc.string({ unit: "binary", maxLength: 6 }),
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((values): Type => ({ kind: "enum", values }));

const constantArbitrary = fc
  .oneof(fc.boolean(), fc.integer(), fc.constantFrom(0, -1, 2.5, -0.125))
  .map((value): Type => ({ kind: "constant", value }));

const descriptionArbitrary = fc.option(fc.string({ unit: "binary", maxLength: 12 }), {
  nil: undefined,
});

function described<Part extends object>(
  part: Part,
  description: string | undefined,
): Part & { readonly description?: string } {
  return description === undefined ? part : { ...part, description };
}

/**
 * Generates types. `depth` bounds how many lists and maps are nested; `references` are the defined
 * types that may be used.
 */
export function typeArbitrary(
  depth: number,
  references: readonly ReferenceType[] = [],
): fc.Arbitrary<Type> {
  const simple: fc.Arbitrary<Type> = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...simpleKinds).map((kind): Type => ({ kind })) },
    enumArbitrary,
    constantArbitrary,
  );
  const leaf =
    references.length === 0 ? simple : fc.oneof(simple, fc.constantFrom<Type>(...references));
  if (depth === 0) return leaf;
  return fc.oneof(
    leaf,
    elementArbitrary(depth - 1, references).map((element): Type => ({ kind: "list", element })),
    fieldsArbitrary(depth - 1, references).map((fields): Type => ({ kind: "map", fields })),
    unionArbitrary(depth - 1, references),
  );
}

function unionArbitrary(depth: number, references: readonly ReferenceType[]): fc.Arbitrary<Type> {
  return fc
    .array(typeArbitrary(depth, references), { minLength: 2, maxLength: 3 })
    .map((types) => unionOf(types));
}

function elementArbitrary(
  depth: number,
  references: readonly ReferenceType[] = [],
): fc.Arbitrary<Type> {
  return fc
    .tuple(typeArbitrary(depth, references), fc.boolean())
    .map(([type, nilable]): Type => (nilable ? { kind: "nilable", type } : type));
}

function fieldsArbitrary(
  depth: number,
  references: readonly ReferenceType[],
): fc.Arbitrary<readonly Field[]> {
  const field = fc.record({
    name: fieldNameArbitrary,
    type: typeArbitrary(depth, references),
    mark: fc.constantFrom("none", "optional", "nilable"),
    description: descriptionArbitrary,
  });
  return fc
    .uniqueArray(field, { maxLength: 4, selector: ({ name }) => hostFieldName(name) })
    .map((fields) =>
      fields.map(({ name, type, mark, description }): Field =>
        described(
          {
            name,
            type: mark === "nilable" ? { kind: "nilable", type } : type,
            optional: mark === "optional",
            firewalled: isFirewalledName(name),
          },
          description,
        ),
      ),
    );
}

/** Up to three definitions, each of which may use the ones before it. */
const definitionsArbitrary: fc.Arbitrary<readonly Definition[]> = fc
  .nat(3)
  .chain((count) =>
    Array.from({ length: count }).reduce<fc.Arbitrary<readonly Definition[]>>(
      (earlier) =>
        earlier.chain((definitions) =>
          fc
            .tuple(elementArbitrary(2, referencesTo(definitions)), descriptionArbitrary)
            .map(([type, description]) => [
              ...definitions,
              described({ name: `Type${String(definitions.length)}`, type }, description),
            ]),
        ),
      fc.constant([]),
    ),
  );

function referencesTo(definitions: readonly Definition[]): ReferenceType[] {
  return definitions.map(({ name, type }) => ({ kind: "reference", name, type }));
}

export const signatureArbitrary: fc.Arbitrary<Omit<Signature, "text">> = definitionsArbitrary.chain(
  (definitions) =>
    fc.record({
      definitions: fc.constant(definitions),
      parameters: fieldsArbitrary(3, referencesTo(definitions)),
      output: elementArbitrary(4, referencesTo(definitions)),
    }),
);

const valuesByKind: Readonly<Record<SimpleKind, fc.Arbitrary<unknown>>> = {
  string: fc.string({ unit: "binary" }),
  int: fc.maxSafeInteger(),
  float: fc.double({ noNaN: true, noDefaultInfinity: true }),
  bool: fc.boolean(),
  keyword: fc.string(),
  datetime: fc.date({ noInvalidDate: true }),
  file: fc
    .record({ name: fc.string(), digest: fc.stringMatching(/^[0-9a-f]{32}$/) })
    .map((fields) => new HostFile({ ...fields, media_type: "image/png" })),
  any: fc.anything(),
  "any-map": fc.dictionary(fc.string(), fc.jsonValue()),
};

/**
 * Generates host values that fit a type; some fields are spelled with hyphens, as programs spell
 * them.
 */
export function valueArbitrary(type: Type): fc.Arbitrary<unknown> {
  switch (type.kind) {
    case "nilable":
      return fc.oneof(fc.constant(null), valueArbitrary(type.type));
    case "list":
      return fc.array(valueArbitrary(type.element), { maxLength: 4 });
    case "enum":
      return fc.constantFrom(...type.values);
    case "constant":
      return fc.constant(type.value);
    case "union":
      return fc.oneof(...type.branches.map(valueArbitrary));
    case "reference":
      return valueArbitrary(type.type);
    case "map":
      return fc
        .tuple(...type.fields.map(entryArbitrary))
        .map((entries) => objectOf(entries.flat()));
    default:
      return valuesByKind[type.kind];
  }
}

type Entry = readonly [name: string, value: unknown];

function entryArbitrary({ name, type, optional }: Field): fc.Arbitrary<readonly Entry[]> {
  const spelling = fc.constantFrom(name, name.replace(/(?<=[^_])_/g, "-"));
  const present = fc
    .tuple(
      spelling,
      optional ? fc.oneof(fc.constant(null), valueArbitrary(type)) : valueArbitrary(type),
    )
    .map((entry): readonly Entry[] => [entry]);
  return optional ? fc.oneof(fc.constant([]), present) : present;
}

/** Returns a plain object whose keys are all data, including `__proto__`. */
function objectOf(entries: readonly Entry[]): object {
  const object = {};
  for (const [name, value] of entries)
    Object.defineProperty(object, name, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  return object;
}
