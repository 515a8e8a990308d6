import { describe, expect, test } from "vitest";
import { renderSignature } from "../rendering/render-signature.ts";
import { fromJsonSchema } from "./from-json-schema.ts";

function textOf(schema: unknown): string {
  const { type, definitions } = fromJsonSchema(schema);
  return renderSignature({ definitions, parameters: [], output: type }).replace("() -> ", "");
}

const card = {
  type: "object",
  properties: { kind: { const: "card" }, last4: { type: "string" } },
  required: ["kind", "last4"],
};
const iban = {
  type: "object",
  properties: { kind: { const: "iban" }, iban: { type: "string" } },
  required: ["kind", "iban"],
};
const id = { type: "object", properties: { id: { type: "integer" } }, required: ["id"] };

describe("fromJsonSchema reads unions", () => {
  test.each([
    ["anyOf", { anyOf: [{ type: "string" }, { type: "integer" }] }, ":string|:int"],
    ["a list of types", { type: ["string", "integer", "null"] }, ":string|:int|nil"],
    ["an enum beside a string", { anyOf: [{ type: "string" }, { enum: ["a"] }] }, ':string|"a"'],
    ["number types", { type: ["integer", "number"] }, ":float"],
    [
      "lists",
      {
        oneOf: [
          { type: "array", items: { type: "string" } },
          { type: "array", items: { type: "integer" } },
        ],
      },
      "[:string]|[:int]",
    ],
    [
      "objects with a discriminator",
      { oneOf: [card, iban] },
      '{kind "card", last4 :string} | {kind "iban", iban :string}',
    ],
    [
      "objects without one, some of them null",
      {
        anyOf: [
          { properties: { a: {} } },
          { type: "null" },
          { anyOf: [{ properties: { b: {} } }, false] },
        ],
      },
      "{a :any?} | {b :any?}|nil",
    ],
    ["anything beside a type", { anyOf: [{ type: "string" }, {}] }, ":any"],
    [
      "keywords beside the branches",
      { ...id, oneOf: [{ properties: { a: { type: "string" } } }, { required: ["b"] }] },
      "{id :int, a :string?} | {id :int, b :any}",
    ],
    [
      "branches inside allOf",
      { allOf: [id, { oneOf: [card, iban] }] },
      '{id :int, kind "card", last4 :string} | {id :int, kind "iban", iban :string}',
    ],
    [
      "branches beside allOf",
      { allOf: [id], anyOf: [card, iban] },
      '{id :int, kind "card", last4 :string} | {id :int, kind "iban", iban :string}',
    ],
    [
      "a type beside constants",
      { type: "string", anyOf: [{ const: "low" }, { const: "high" }] },
      "#{low high}",
    ],
    [
      "named branches",
      { $defs: { card, iban }, items: { anyOf: [{ $ref: "#/$defs/card" }, { type: "string" }] } },
      'type Card {kind "card", last4 :string} [:Card|:string]',
    ],
    [
      "nested unions as one",
      { anyOf: [{ type: ["string", "null"] }, { anyOf: [{ type: "boolean" }, { const: true }] }] },
      ":string|:bool|nil",
    ],
  ])("%s", (_, schema, text) => {
    expect(textOf(schema)).toBe(text);
    expect(fromJsonSchema(schema).dropped).toEqual([]);
  });

  test("reads the constants of an OpenAPI discriminator from its mapping or the schema's name", () => {
    const animal = (field: string): object => ({
      type: "object",
      properties: { petType: { type: "string" }, [field]: { type: "integer" } },
      required: ["petType"],
    });
    const schema = {
      oneOf: [{ $ref: "#/$defs/Cat" }, { $ref: "#/$defs/Dog" }],
      discriminator: { propertyName: "petType", mapping: { dog: "#/$defs/Dog" } },
      $defs: { Cat: animal("lives"), Dog: animal("age") },
    };
    expect(textOf(schema)).toBe('{petType "Cat", lives :int?} | {petType "dog", age :int?}');
    expect(fromJsonSchema(schema).dropped).toEqual([]);
  });

  test("reads a base schema that lists its own subtypes without them", () => {
    const Pet = {
      type: "object",
      properties: { name: { type: "string" } },
      oneOf: [{ $ref: "#/$defs/Cat" }],
      discriminator: { propertyName: "kind" },
    };
    const Cat = {
      allOf: [{ $ref: "#/$defs/Pet" }, { properties: { lives: { type: "integer" } } }],
    };
    expect(textOf({ $ref: "#/$defs/Cat", $defs: { Pet, Cat } })).toContain(
      "{name :string?, lives :int?}",
    );
  });

  describe("the constants of a choice with titles are an enum", () => {
    const choice = [
      { const: "low", title: "Low" },
      { const: "high", title: "High" },
    ];

    test.each<readonly [string, object, string]>([
      ["by `oneOf` alone", { oneOf: choice }, "#{low high}"],
      ["by `anyOf` alone", { anyOf: choice }, "#{low high}"],
      [
        "beside a type and a title",
        { type: "string", title: "Level", oneOf: choice },
        "#{low high}",
      ],
      ["of a list", { type: "array", items: { anyOf: choice } }, "[#{low high}]"],
      ["of a list with a type", { items: { type: "string", oneOf: choice } }, "[#{low high}]"],
      [
        "in a field",
        { properties: { level: { type: "string", oneOf: choice } }, required: ["level"] },
        "{level #{low high}}",
      ],
      ["of numbers", { type: "integer", oneOf: [{ const: 1 }, { const: 2 }] }, "1|2"],
      ["that may be nil", { oneOf: [...choice, { const: null }] }, "#{low high}?"],
      [
        "behind a reference",
        { $defs: { level: { oneOf: choice } }, $ref: "#/$defs/level" },
        "type Level #{low high} :Level",
      ],
    ])("%s", (_, schema, text) => {
      expect(textOf(schema)).toBe(text);
      expect(fromJsonSchema(schema).dropped).toEqual([]);
    });
  });

  test("writes the titles of constants into the description of their field", () => {
    const region = {
      type: "string",
      description: "where",
      oneOf: [
        { const: "eu", title: "Europe" },
        { const: "us", title: "US" },
      ],
    };
    expect(textOf({ properties: { region } })).toBe('{region #{eu us}? "where (eu: Europe)"}');
    expect(textOf({ properties: { region: { oneOf: region.oneOf } } })).toBe(
      '{region #{eu us}? "eu: Europe"}',
    );
  });

  test("reads schemas whose branches multiply within the bound of work", () => {
    let schema: object = { type: "string" };
    for (let level = 0; level < 60; level++)
      schema = {
        type: "object",
        properties: { [`p${String(level)}`]: {} },
        oneOf: [
          { properties: { a: schema }, required: ["a"] },
          { properties: { b: schema }, required: ["b"] },
        ],
      };
    expect(fromJsonSchema(schema).dropped).toEqual(["/: the schema is too large: read as :any"]);
  });
});
