// Tests that every signature survives a conversion to JSON Schema, to its strict subset or to zod,
// and back.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { signature as parsed, type Type } from "../src/index.ts";
import {
  fromJsonSchema,
  signatureFromJsonSchema,
  toJsonSchema,
  toStrictJsonSchema,
  typeOfStandardSchema,
} from "../src/json-schema/index.ts";
import { typeToJsonSchema } from "../src/json-schema/internal.ts";
import { fromZod, signatureToZod } from "../src/zod/index.ts";
import { signatureArbitrary } from "./arbitraries.ts";
import { compared, usedNames } from "./compared.ts";

describe("round trips of signatures", () => {
  test.each([false, true])(
    "reads back a signature from JSON Schema, as JSON, closed: %s",
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
    "reads back the output from its JSON Schema, with its definitions in their order",
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

  test(
    "reads back a type from the strict subset if that can express it",
    { timeout: 60_000 },
    () => {
      fc.assert(
        fc.property(signatureArbitrary, ({ definitions, parameters }) => {
          const type: Type = { kind: "map", fields: parameters };
          const strict = toStrictJsonSchema(type, { definitions });
          const used = usedNames([type], definitions);
          const isSayable = ![
            type,
            ...definitions
              .filter(({ name }) => used.has(name))
              .map((definition) => definition.type),
          ].some(holdsUnsayable);
          expect(strict.ok).toBe(isSayable);
          if (!strict.ok) return;
          expect(keywordsOf(strict.schema)).toEqual([]);
          expect(fromJsonSchema(JSON.parse(JSON.stringify(strict.schema)))).toEqual({
            type,
            definitions: definitions.filter(({ name }) => used.has(name)),
            dropped: [],
          });
        }),
        { numRuns: process.env["PTC_TESTS"] === undefined ? 75 : 300 },
      );
    },
  );

  test("reads back a type from zod, and from zod as a Standard Schema", { timeout: 60_000 }, () => {
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

function holdsUnsayable(type: Type): boolean {
  switch (type.kind) {
    case "any":
    case "any-map":
    case "file":
      return true;
    case "list":
      return holdsUnsayable(type.element);
    case "nilable":
      return holdsUnsayable(type.type);
    case "map":
      return type.fields.some((field) => holdsUnsayable(field.type));
    case "union":
      return type.branches.some(holdsUnsayable);
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

/** Returns the keywords of a strict schema that providers don't accept. */
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
