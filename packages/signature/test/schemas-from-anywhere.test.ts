// Tests that any JSON Schema, and any other value, is either converted to a signature or refused.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { signature as parsed, renderSignature } from "../src/index.ts";
import { fromJsonSchema, signatureFromJsonSchema, toJsonSchema } from "../src/json-schema/index.ts";
import { compared } from "./compared.ts";

describe("schemas from any source", () => {
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

  test(
    "converts any schema to a signature that parses to the same signature",
    { timeout: 120_000 },
    () => {
      fc.assert(
        fc.property(schema, schema, (input, output) => {
          const { signature, dropped } = signatureFromJsonSchema({ input, output });
          expect(parsed(renderSignature(signature))).toEqual(signature);
          for (const line of dropped)
            expect(line).toMatch(/^(input|output)(\/[^\s/]*( [^/]*)?)*: ./);
          // A schema that this package wrote is read back without losses.
          const again = signatureFromJsonSchema(toJsonSchema(signature));
          expect(again.dropped).toEqual([]);
          expect(compared(again.signature)).toEqual(compared(signature));
        }),
        { numRuns: process.env["PTC_TESTS"] === undefined ? 375 : 1500 },
      );
    },
  );

  test("accepts any value as a schema", { timeout: 60_000 }, () => {
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
      { numRuns: process.env["PTC_TESTS"] === undefined ? 125 : 500 },
    );
  });
});
