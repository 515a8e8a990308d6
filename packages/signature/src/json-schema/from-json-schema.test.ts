import { describe, expect, test } from "vitest";
import { renderSignature } from "../rendering/render-signature.ts";
import { fromJsonSchema } from "./from-json-schema.ts";

/** Returns the type as text, with the definitions that it uses. */
function textOf(schema: unknown): string {
  const { type, definitions } = fromJsonSchema(schema);
  return renderSignature({ definitions, parameters: [], output: type }).replace("() -> ", "");
}

type Sample = readonly [string, unknown, string, ...(readonly string[])];

function check(samples: readonly Sample[]): void {
  test.each(samples.map(([name, schema, text, ...dropped]) => ({ name, schema, text, dropped })))(
    "$name",
    ({ schema, text, dropped }) => {
      expect(textOf(schema)).toBe(text);
      expect(fromJsonSchema(schema).dropped).toEqual(dropped);
    },
  );
}

describe("nil", () => {
  check([
    ["by a list of types", { type: ["string", "null"] }, ":string?"],
    ["by nullable", { type: "integer", nullable: true }, ":int?"],
    ["by anyOf", { anyOf: [{ type: "string" }, { type: "null" }] }, ":string?"],
    [
      "by oneOf, const",
      { oneOf: [{ const: null }, { type: "array", items: { enum: ["a"] } }] },
      '["a"]?',
    ],
    ["by a value of an enum", { enum: ["a", null] }, '"a"?'],
    ["but not against the type", { type: "string", enum: ["a", null] }, '"a"'],
    ["inside an allOf", { allOf: [{ type: "string" }], nullable: true }, ":string?"],
    ["twice is once", { anyOf: [{ type: ["string", "null"] }, { type: "null" }] }, ":string?"],
    [
      "in several branches",
      { anyOf: [{ type: ["integer", "null"] }, { type: "number" }] },
      ":float?",
    ],
    ["alone", { type: "null" }, ":any", '/: type "null"'],
    [
      "of a field that may be missing",
      { properties: { a: { type: ["string", "null"], default: null } } },
      "{a :string?}",
    ],
    [
      "of one that has to be there",
      { properties: { a: { type: ["string", "null"] } }, required: ["a"] },
      "{a :string|nil}",
    ],
  ]);
});

describe("values", () => {
  check([
    ["one text", { const: "open" }, '"open"'],
    ["texts", { type: "string", enum: ["open", "in stock", "open"] }, '#{open "in stock"}'],
    [
      "branches of one text each",
      { oneOf: [{ const: "a", title: "A" }, { const: "b" }, { enum: ["b", "c"] }] },
      "#{a b c}",
    ],
    ["integers", { enum: [1, 2, 3] }, "1|2|3"],
    ["numbers", { type: "number", enum: [1, -2.5, 1] }, "1|-2.5"],
    ["both of bool", { enum: [true, false] }, ":bool"],
    ["one of bool", { type: "boolean", const: true }, "true"],
    ["mixed", { enum: ["a", 1, "b", null] }, "#{a b}|1|nil"],
    ["numbers that a signature can't write", { enum: [1, 1e300] }, ":float", "/: enum 1, 1e+300"],
    [
      "too many numbers",
      { enum: Array.from({ length: 100 }, (_, index) => index) },
      ":int",
      "/: enum",
    ],
    ["objects", { enum: [{ a: 1 }, { a: 2 }] }, ":any", "/: enum"],
    ["none", { enum: [] }, ":any", "/: enum"],
  ]);
});

describe("objects", () => {
  const { Address, ...shop } = {
    Address: { type: "object", properties: { street: { type: "string" } }, required: ["street"] },
    name: { type: "string" },
  };

  check([
    ["without a type", { properties: { a: { type: "string" } }, required: ["a"] }, "{a :string}"],
    ["without fields", { type: "object", properties: {} }, "{}"],
    ["without any field", { type: "object", additionalProperties: false }, "{}"],
    ["with fields of any name", { type: "object", additionalProperties: true }, ":map"],
    [
      "with fields of any name and no others",
      { type: "object", properties: {}, additionalProperties: true },
      ":map",
    ],
    [
      "with fields of one type",
      { type: "object", additionalProperties: { type: "string" } },
      ":map",
      "/: additionalProperties",
    ],
    [
      "with patterns",
      {
        type: "object",
        properties: { a: true },
        patternProperties: { "^x-": {} },
        additionalProperties: false,
      },
      "{a :any?}",
      "/: patternProperties",
      "/: additionalProperties false",
    ],
    [
      "that draft 3 requires",
      { properties: { a: { required: true }, b: { type: "object", required: false } } },
      "{a :any?, b :map?}",
      "/properties/a: required true",
      "/properties/b: required false",
    ],
    [
      "closed",
      { type: "object", properties: { a: { type: "boolean" } }, additionalProperties: false },
      "{a :bool?}",
    ],
    [
      "that require what they do not name",
      { type: "object", properties: {}, required: ["a"] },
      "{a :any}",
    ],
    [
      "with a field that may not be there",
      { properties: { a: false, b: { type: "string" } } },
      "{b :string?}",
      "/properties/a: false, a field that must be absent",
    ],
    [
      "with names that no field can have",
      {
        properties: {
          "first name": { type: "string" },
          $id: { type: "string" },
          "a/b~c": {},
          ok: { type: "string" },
        },
        required: ["first name"],
      },
      "{ok :string?}",
      "/properties/first name: a signature field can't have this name",
      "/properties/$id: a signature field can't have this name",
      "/properties/a~1b~0c: a signature field can't have this name",
    ],
    [
      "with only such names",
      { properties: { "first name": {} } },
      ":map",
      "/properties/first name: a signature field can't have this name",
    ],
    [
      "with two names that are one to a program",
      { properties: { "due-date": { type: "string" }, due_date: { type: "integer" } } },
      "{due-date :string?}",
      "/properties/due_date: one name with due-date to a program",
    ],
    [
      "with a field called __proto__",
      JSON.parse(
        '{"properties":{"__proto__":{"type":"string"},"constructor":{}},"required":["__proto__"]}',
      ),
      "{__proto__ :string, constructor :any?}",
    ],
    [
      "described",
      {
        properties: { a: { type: "string", description: "what it is" } },
        description: "the whole",
      },
      '{a :string? "what it is"}',
      '/: description "the whole"',
    ],
    [
      "in parts",
      {
        allOf: [
          { $ref: "#/definitions/Address" },
          { properties: { zip: { type: "string" }, city: { type: "string" } } },
          { required: ["zip"] },
        ],
        definitions: { Address },
      },
      "{street :string, zip :string, city :string?}",
    ],
    [
      "in parts beside their own fields",
      {
        type: "object",
        properties: { a: { type: ["string", "null"] } },
        allOf: [{ required: ["a", "b"] }, { properties: { c: shop.name } }],
      },
      "{a :string|nil, c :string?, b :any}",
    ],
    [
      "in parts that contradict each other",
      {
        allOf: [
          { properties: { a: { type: "string" } } },
          { properties: { a: { type: "integer" } } },
          { required: ["first name"] },
        ],
      },
      "{a :string?}",
      "/allOf/1/properties/a: a field that another part of allOf has",
      '/: required "first name"',
    ],
    [
      "in one part",
      {
        allOf: [{ $ref: "#/definitions/Address" }],
        description: "where",
        definitions: { Address },
      },
      "type Address {street :string} :Address",
      '/: description "where"',
    ],
  ]);
});

describe("lists", () => {
  check([
    ["of anything", { type: "array" }, "[:any]"],
    [
      "without a type",
      { items: { type: "string" }, minItems: 1, uniqueItems: true },
      "[:string]",
      "/: minItems 1",
      "/: uniqueItems true",
    ],
    [
      "as tuples",
      { type: "array", prefixItems: [{ type: "integer" }, { type: "number" }], items: false },
      "[:float]",
      "/: prefixItems, a type for each position: read as a list",
    ],
    [
      "as tuples of draft 7",
      {
        type: "array",
        items: [{ type: "string" }, { type: "boolean" }],
        additionalItems: { type: "integer" },
      },
      "[:string|:bool|:int]",
      "/: items, a type for each position: read as a list",
    ],
    [
      "with described elements",
      { type: "array", items: { type: "string", description: "a tag" } },
      "[:string]",
      '/items: description "a tag"',
    ],
  ]);
});
