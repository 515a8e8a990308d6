// What holds for every signature: it comes back unchanged from JSON Schema, from the strict subset
// and from zod, and the validation of values agrees with a JSON Schema validator.

import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { hostFieldName, parseInstant } from "@ptc/core/values";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  signature as parsed,
  renderSignature,
  validateOutput,
  type Definition,
  type Signature,
  type Type,
} from "../src/index.ts";
import {
  fromJsonSchema,
  signatureFromJsonSchema,
  toJsonSchema,
  toStrictJsonSchema,
  typeOfStandardSchema,
  typeToJsonSchema,
} from "../src/json-schema/index.ts";
import { namesIn } from "../src/json-schema/named-types.ts";
import { fromZod, signatureToZod, toZod } from "../src/zod/index.ts";
import { signatureArbitrary, typeArbitrary, valueArbitrary } from "./arbitraries.ts";

/**
 * A signature whose definitions are those that it uses, by name and in no order, because the two
 * sides may list them in different orders.
 */
function compared({ definitions, parameters, output }: Omit<Signature, "text">): unknown {
  const used = usedNames([...parameters.map(({ type }) => type), output], definitions);
  return {
    definitions: new Map(
      definitions
        .filter(({ name }) => used.has(name))
        .map((definition) => [definition.name, definition]),
    ),
    parameters,
    output,
  };
}

function usedNames(
  types: readonly Type[],
  definitions: readonly Definition[],
): ReadonlySet<string> {
  const used = new Set(types.flatMap(namesIn));
  for (const { name, type } of [...definitions].reverse())
    if (used.has(name)) for (const inner of namesIn(type)) used.add(inner);
  return used;
}

describe("a signature comes back as it was", () => {
  test.each([false, true])(
    "from JSON Schema, as JSON, closed: %s",
    { timeout: 60_000 },
    (closed) => {
      fc.assert(
        fc.property(signatureArbitrary, (signature) => {
          const schemas: unknown = JSON.parse(JSON.stringify(toJsonSchema(signature, { closed })));
          const back = signatureFromJsonSchema(schemas as object);
          expect(back.dropped).toEqual([]);
          expect(compared(back.signature)).toEqual(compared(signature));
          expect(parsed(back.signature.text)).toEqual(back.signature);
        }),
      );
    },
  );

  test(
    "from the JSON Schema of its output, with its definitions in their order",
    { timeout: 60_000 },
    () => {
      fc.assert(
        fc.property(signatureArbitrary, ({ definitions, output }) => {
          const used = usedNames([output], definitions);
          expect(fromJsonSchema(typeToJsonSchema(output, { definitions }))).toEqual({
            type: output,
            definitions: definitions.filter(({ name }) => used.has(name)),
            dropped: [],
          });
        }),
      );
    },
  );

  test("from the strict subset, where that can say it", { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(signatureArbitrary, ({ definitions, parameters }) => {
        const type: Type = { kind: "map", fields: parameters };
        const strict = toStrictJsonSchema(type, { definitions });
        const used = usedNames([type], definitions);
        const isSayable = ![
          type,
          ...definitions.filter(({ name }) => used.has(name)).map((definition) => definition.type),
        ].some(holdsAnything);
        expect(strict.ok).toBe(isSayable);
        if (!strict.ok) return;
        expect(keywordsOf(strict.schema)).toEqual([]);
        expect(fromJsonSchema(JSON.parse(JSON.stringify(strict.schema)))).toEqual({
          type,
          definitions: definitions.filter(({ name }) => used.has(name)),
          dropped: [],
        });
      }),
      { numRuns: 300 },
    );
  });

  test("from zod, and from zod as a Standard Schema", { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(signatureArbitrary, (signature) => {
        const { definitions, parameters, output } = signature;
        const schemas = signatureToZod(signature);
        for (const [schema, type] of [
          [schemas.input, { kind: "map", fields: parameters }],
          [schemas.output, output],
        ] as const) {
          for (const back of [
            fromZod(schema),
            fromZod(schema, { io: "input" }),
            typeOfStandardSchema(schema, "input"),
            typeOfStandardSchema(schema, "output"),
          ]) {
            expect(back.dropped).toEqual([]);
            expect(
              compared({ definitions: back.definitions, parameters: [], output: back.type }),
            ).toEqual(compared({ definitions, parameters: [], output: type }));
          }
        }
      }),
    );
  });
});

function holdsAnything(type: Type): boolean {
  switch (type.kind) {
    case "any":
    case "any-map":
      return true;
    case "list":
      return holdsAnything(type.element);
    case "nilable":
      return holdsAnything(type.type);
    case "map":
      return type.fields.some((field) => holdsAnything(field.type));
    default:
      return false;
  }
}

const strictKeywords = new Set([
  "type",
  "properties",
  "required",
  "additionalProperties",
  "items",
  "enum",
  "anyOf",
  "$ref",
  "$defs",
  "description",
  "title",
  "format",
]);

interface StrictSchema {
  readonly type?: unknown;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: unknown;
  readonly items?: unknown;
  readonly anyOf?: readonly unknown[];
  readonly $defs?: Readonly<Record<string, unknown>>;
}

/** The keywords of a strict schema that providers do not take. */
function keywordsOf(schema: unknown): string[] {
  if (typeof schema !== "object" || schema === null) return ["no schema"];
  const {
    type,
    properties = {},
    required,
    additionalProperties,
    items,
    anyOf = [],
    $defs = {},
  } = schema as StrictSchema;
  const keys = Object.keys(schema);
  const own = keys.filter((keyword) => !strictKeywords.has(keyword));
  if (keys.includes("$ref") && keys.length > 1) own.push("beside $ref");
  if (
    type === "object" &&
    (additionalProperties !== false || Object.keys(properties).join() !== required?.join())
  )
    own.push("open");
  const inner = [
    ...Object.values(properties),
    ...(items === undefined ? [] : [items]),
    ...anyOf,
    ...Object.values($defs),
  ];
  return [...own, ...inner.flatMap(keywordsOf)];
}

describe("a value is judged alike", () => {
  const samplesOf = (types: fc.Arbitrary<Type>) =>
    types.chain((type) =>
      fc.tuple(
        fc.constant(type),
        fc.array(
          fc.oneof(
            { weight: 3, arbitrary: valueArbitrary(type).map((value) => jsonOf(type, value)) },
            fc.jsonValue({ maxDepth: 3 }),
          ),
          { minLength: 1, maxLength: 6 },
        ),
        fc.infiniteStream(
          fc.tuple(
            fc.double({ min: 0, max: 1, noNaN: true }),
            fc.oneof(
              fc.jsonValue({ maxDepth: 1 }),
              fc.constantFrom<unknown>(
                null,
                1.5,
                2 ** 53,
                1e300,
                "",
                "2026-01-31T09:30:00Z",
                "2026-02-30T09:30:00Z",
                "2026-01-31T09:30:00",
                {},
                [],
              ),
            ),
          ),
        ),
      ),
    );

  type Judge = (value: unknown) => boolean;

  /**
   * Checks fitting, spoilt and random values against a type in two ways, which `judges` makes from
   * the type.
   */
  function compareJudges(
    types: fc.Arbitrary<Type>,
    judges: (type: Type) => readonly [Judge, Judge],
    numRuns: number,
  ): void {
    const verdicts = { fits: 0, fails: 0 };
    fc.assert(
      fc.property(samplesOf(types), ([type, values, spoiling]) => {
        const [ours, theirs] = judges(type);
        for (const fitting of values) {
          for (const value of [fitting, spoilt(fitting, spoiling), spoilt(fitting, spoiling)]) {
            const fits = ours(value);
            verdicts[fits ? "fits" : "fails"] += 1;
            expect(theirs(value), JSON.stringify(value)).toBe(fits);
          }
        }
      }),
      { numRuns },
    );
    // Both verdicts are frequent, so that agreement is not an accident.
    expect(Math.min(verdicts.fits, verdicts.fails)).toBeGreaterThan(numRuns / 2);
  }

  test("by a JSON Schema validator and by the mode strict", { timeout: 120_000 }, () => {
    // With `ownProperties`, because every object has names such as `toString` by its prototype.
    const ajv = addFormats.default(new Ajv2020({ ownProperties: true, strict: false }));
    // The validator leaves out a property with this one name.
    compareJudges(
      typeArbitrary(3).filter((type) => !holdsName(type, (name) => name === "__proto__")),
      (type) => [
        (value) => validateOutput({ output: type }, withDates(type, value), { mode: "strict" }).ok,
        ajv.compile(typeToJsonSchema(type, { closed: true })),
      ],
      200,
    );
  });

  test("by zod and by the mode enabled", { timeout: 120_000 }, () => {
    // zod takes what the prototype of an object holds for a field of that name.
    compareJudges(
      typeArbitrary(3).filter((type) => !holdsName(type, (name) => name in Object.prototype)),
      (type) => {
        const schema = toZod(type);
        return [
          (value) => validateOutput({ output: type }, withDates(type, value)).ok,
          (value) => schema.safeParse(withDates(type, value)).success,
        ];
      },
      200,
    );
  });
});

function holdsName(type: Type, isMeant: (name: string) => boolean): boolean {
  if (type.kind === "list") return holdsName(type.element, isMeant);
  if (type.kind === "nilable") return holdsName(type.type, isMeant);
  return (
    type.kind === "map" &&
    type.fields.some((field) => isMeant(field.name) || holdsName(field.type, isMeant))
  );
}

/**
 * A value that fits, in its JSON form: keys as the type spells them, dates as texts, nothing
 * undefined.
 */
function jsonOf(type: Type, value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  switch (type.kind) {
    case "nilable":
      return value === null ? null : jsonOf(type.type, value);
    case "list":
      return (value as readonly unknown[]).map((item) => jsonOf(type.element, item));
    case "map":
      return Object.fromEntries(
        Object.entries(value as Readonly<Record<string, unknown>>).map(([key, item]) => {
          const field = type.fields.find(({ name }) => hostFieldName(name) === hostFieldName(key));
          return field === undefined
            ? [key, item]
            : [field.name, item === null ? null : jsonOf(field.type, item)];
        }),
      );
    case "any":
      return JSON.parse(JSON.stringify(plain(value)) || "null") as unknown;
    default:
      return value;
  }
}

/** Anything as JSON can hold it. */
function plain(value: unknown): unknown {
  return typeof value === "string" || typeof value === "boolean" || Array.isArray(value)
    ? String(value)
    : null;
}

/**
 * A copy in which one place is replaced or one key is added; the numbers of the stream choose
 * where.
 */
function spoilt(value: unknown, spoiling: fc.Stream<[number, unknown]>): unknown {
  const [choice, replacement] = spoiling.next().value as [number, unknown];
  if (Array.isArray(value) && value.length > 0 && choice > 0.2) {
    const at = Math.floor(choice * value.length) % value.length;
    return value.map((item: unknown, index) => (index === at ? spoilt(item, spoiling) : item));
  }
  if (typeof value !== "object" || value === null || Array.isArray(value) || choice < 0.2)
    return replacement;
  const entries: [string, unknown][] = Object.entries(value);
  if (choice > 0.9) return Object.fromEntries([...entries, ["further", replacement]]);
  const at = Math.floor(choice * entries.length) % Math.max(entries.length, 1);
  if (choice > 0.75) return Object.fromEntries(entries.filter((_, index) => index !== at));
  return Object.fromEntries(
    entries.map(([key, item], index) => [key, index === at ? spoilt(item, spoiling) : item]),
  );
}

/**
 * A JSON value with its dates as `Date`, where the type has them. Only texts of RFC 3339 are taken,
 * since that is what the format means, except for leap seconds.
 */
function withDates(type: Type, value: unknown): unknown {
  if (type.kind === "nilable") return withDates(type.type, value);
  if (type.kind === "datetime") return dateOf(value) ?? value;
  if (type.kind === "list" && Array.isArray(value))
    return value.map((item) => withDates(type.element, item));
  if (type.kind !== "map" || typeof value !== "object" || value === null || Array.isArray(value))
    return value;
  return Object.fromEntries(
    Object.entries(value as Readonly<Record<string, unknown>>).map(([key, item]) => {
      const field = type.fields.find(({ name }) => name === key);
      return [key, field === undefined ? item : withDates(field.type, item)];
    }),
  );
}

function dateOf(value: unknown): Date | undefined {
  if (
    typeof value !== "string" ||
    !/^\d{4}-\d\d-\d\dT([01]\d|2[0-3]):\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(value)
  )
    return undefined;
  const instant = parseInstant(value);
  return instant === undefined ? undefined : new Date(instant.amount);
}

describe("a schema from anywhere", () => {
  const names = fc.constantFrom(
    "a",
    "due-date",
    "due_date",
    "__proto__",
    "constructor",
    "first name",
    "$id",
    "_raw",
    "é",
    "",
  );
  const keyword = fc.constantFrom(
    "type",
    "properties",
    "required",
    "items",
    "prefixItems",
    "anyOf",
    "oneOf",
    "allOf",
    "enum",
    "const",
    "$ref",
    "$defs",
    "definitions",
    "additionalProperties",
    "patternProperties",
    "nullable",
    "format",
    "title",
    "description",
    "default",
    "minimum",
    "not",
  );
  const { schema } = fc.letrec<{ schema: unknown }>((tie) => ({
    schema: fc.oneof(
      { depthSize: "medium", withCrossShrink: true },
      fc.constantFrom<unknown>(
        true,
        false,
        {},
        null,
        3,
        "x",
        { type: "string" },
        { type: "integer", minimum: 1 },
        { type: "null" },
        { type: ["string", "null"] },
        { enum: ["a", "b", null] },
        { enum: [1, 2] },
        { const: "c" },
        { $ref: "#" },
        { $ref: "#/$defs/a" },
        { $ref: "#/definitions/due-date" },
        { $ref: "#/properties/a" },
        { type: "string", title: ":Order" },
      ),
      fc
        .dictionary(names, tie("schema"), { maxKeys: 4 })
        .chain((properties) =>
          fc
            .uniqueArray(names, { maxLength: 3 })
            .map((required) => ({ type: "object", properties, required })),
        ),
      fc
        .array(tie("schema"), { maxLength: 3 })
        .chain((branches) =>
          fc
            .constantFrom("anyOf", "oneOf", "allOf", "prefixItems", "items", "enum")
            .map((name) => ({ [name]: branches })),
        ),
      tie("schema").map((items) => ({ type: "array", items })),
      fc.dictionary(keyword, tie("schema"), { maxKeys: 3 }),
      fc
        .tuple(
          tie("schema"),
          fc.dictionary(names, tie("schema"), { maxKeys: 3 }),
          fc.constantFrom("$defs", "definitions"),
        )
        .map(([root, definitions, name]) =>
          typeof root === "object" && root !== null ? { ...root, [name]: definitions } : root,
        ),
    ),
  }));

  test("is a signature that reads again as the same, whatever it is", { timeout: 120_000 }, () => {
    fc.assert(
      fc.property(schema, schema, (input, output) => {
        const { signature, dropped } = signatureFromJsonSchema({ input, output });
        expect(parsed(renderSignature(signature))).toEqual(signature);
        for (const line of dropped) expect(line).toMatch(/^(input|output)(\/[^\s/]*( [^/]*)?)*: ./);
        // What this package writes, it reads back unchanged.
        const again = signatureFromJsonSchema(toJsonSchema(signature));
        expect(again.dropped).toEqual([]);
        expect(compared(again.signature)).toEqual(compared(signature));
      }),
      { numRuns: 1500 },
    );
  });

  test("is any value at all", { timeout: 60_000 }, () => {
    const anything = fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withSet: true,
      withTypedArray: true,
      withSparseArray: true,
      withNullPrototype: true,
      withObjectString: true,
    });
    fc.assert(
      fc.property(anything, (value) => {
        const { type, definitions } = fromJsonSchema(value);
        const text = renderSignature({ definitions, parameters: [], output: type });
        expect(parsed(text)).toEqual({ definitions, parameters: [], output: type, text });
      }),
      { numRuns: 500 },
    );
  });
});
