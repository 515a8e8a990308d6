// Tests the conversion of whole JSON Schemas: references, keywords that signatures lack, and tools.

import { describe, expect, test } from "vitest";
import { renderSignature } from "../rendering/render-signature.ts";
import { fromJsonSchema, signatureFromJsonSchema } from "./from-json-schema.ts";

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

describe("keywords that a signature can't express", () => {
  check([
    [
      "bounds",
      { properties: { age: { type: "integer", minimum: 18 } } },
      "{age :int?}",
      "/properties/age: minimum 18",
    ],
    [
      "formats and patterns",
      { type: "string", format: "email", pattern: "@" },
      ":string",
      '/: format "email"',
      '/: pattern "@"',
    ],
    [
      "the width of numbers",
      {
        properties: {
          a: { type: "integer", format: "int64" },
          b: { type: "number", format: "double" },
          c: { type: "integer", format: "int32" },
        },
      },
      "{a :int?, b :float?, c :int?}",
      '/properties/c: format "int32"',
    ],
    [
      "defaults and examples",
      { type: "string", default: "a", examples: ["b"] },
      ":string",
      '/: default "a"',
      '/: examples "b"',
    ],
    [
      "unions of very many types",
      { anyOf: Array.from({ length: 70 }, (_, index) => ({ properties: { [`f${index}`]: {} } })) },
      ":map",
      "/: anyOf: read as the common part of its branches",
    ],
    [
      "conditions beside a type",
      {
        type: "object",
        properties: { a: { type: "string" } },
        anyOf: [{ required: ["a"] }, { required: ["b"] }],
        if: {},
        not: {},
      },
      "{a :string?}",
      "/: anyOf",
      "/: if",
      "/: not",
    ],
    ["other types", { type: "file" }, ":any", '/: type "file"'],
    ["false", false, ":any", "/: false, which matches no value: read as :any"],
    ["what is no schema", [1], ":any", "/: this is not a schema: read as :any"],
    ["true", true, ":any"],
    [
      "control characters",
      { type: "string", pattern: "\u001b[31m\u202e", "x\u001b": 1 },
      ":string",
      '/: pattern "\\u001b[31m\\u202e"',
      '/: "x\\u001b" 1',
    ],
    [
      "long texts",
      { type: "string", pattern: "x".repeat(1000) },
      ":string",
      `/: pattern "${"x".repeat(40)}…"`,
    ],
  ]);
});

describe("references", () => {
  const Node = {
    type: "object",
    properties: { value: { type: "integer" }, next: { $ref: "#/$defs/Node" } },
  };

  check([
    [
      "are definitions",
      {
        properties: {
          a: { $ref: "#/$defs/Order", description: "the first" },
          b: { $ref: "#/$defs/Order" },
        },
        $defs: { Order: { type: "string", description: "an order" } },
      },
      'type Order :string "an order" {a :Order? "the first", b :Order?}',
    ],
    [
      "of draft 7",
      {
        type: "array",
        items: { $ref: "#/definitions/order%20line" },
        definitions: { "order line": { type: "boolean" } },
      },
      "type Order_line :bool [:Order_line]",
    ],
    [
      "of OpenAPI",
      {
        $ref: "#/components/schemas/com.shop.Order",
        components: { schemas: { "com.shop.Order": { type: "string" } } },
      },
      "type Com_shop_Order :string :Com_shop_Order",
      "/: components",
    ],
    [
      "to a place without a name",
      {
        properties: { a: { properties: { x: { type: "string" } } }, b: { $ref: "#/properties/a" } },
      },
      "{a {x :string?}?, b {x :string?}?}",
    ],
    [
      "to themselves",
      { $ref: "#/$defs/Node", $defs: { Node } },
      "type Node {value :int?, next :any?} :Node",
      '/$defs/Node/properties/next: recursive $ref "#/$defs/Node"',
    ],
    [
      "to the whole",
      { properties: { children: { type: "array", items: { $ref: "#" } } } },
      "{children [:any]?}",
      '/properties/children/items: recursive $ref "#"',
    ],
    ["to nothing", { $ref: "#/$defs/Missing" }, ":any", '/: $ref "#/$defs/Missing"'],
    [
      "to elsewhere",
      { $ref: "https://example.com/order.json" },
      ":any",
      '/: $ref "https://example.com/order.json"',
    ],
    ["that cannot be read", { $ref: "#/%" }, ":any", '/: $ref "#/%"'],
    [
      "to two definitions of one name",
      {
        properties: { a: { $ref: "#/$defs/order" }, b: { $ref: "#/$defs/Order" } },
        $defs: { order: { type: "string" }, Order: { type: "integer" } },
      },
      "type Order :string type Order2 :int {a :Order?, b :Order2?}",
    ],
    [
      "beside what else is said",
      { $ref: "#/$defs/A", minLength: 3, $defs: { A: { type: "string" } } },
      "type A :string :A",
      "/: minLength 3",
    ],
  ]);
});

describe("datetimes", () => {
  test("reads date-time strings as strings for schemas of host values", () => {
    const schema = { type: "string", format: "date-time" };
    expect(fromJsonSchema(schema)).toEqual({
      type: { kind: "datetime" },
      definitions: [],
      dropped: [],
    });
    expect(fromJsonSchema(schema, { datetimes: false })).toEqual({
      type: { kind: "string" },
      definitions: [],
      dropped: ['/: format "date-time"'],
    });
  });
});

describe("a tool's schemas", () => {
  test("converts the schemas of an MCP tool to a signature", () => {
    const { signature, dropped } = signatureFromJsonSchema({
      input: {
        $schema: "http://json-schema.org/draft-07/schema#",
        title: "searchArguments",
        type: "object",
        additionalProperties: false,
        properties: {
          query: { type: "string", title: "Query", description: "what to look for" },
          limit: { type: "integer", minimum: 1, default: 10 },
        },
        required: ["query"],
      },
      output: {
        type: "object",
        properties: { hits: { type: "array", items: { $ref: "#/$defs/Hit" } } },
        required: ["hits"],
        $defs: {
          Hit: { properties: { url: { type: "string", format: "uri" } }, required: ["url"] },
        },
      },
    });
    expect(signature.text).toBe(
      'type Hit {url :string} (query :string "what to look for", limit :int?) -> {hits [:Hit]}',
    );
    expect(dropped).toEqual([
      "input/properties/limit: minimum 1",
      "input/properties/limit: default 10",
      'output/$defs/Hit/properties/url: format "uri"',
    ]);
  });

  test("converts missing and unspecific schemas", () => {
    expect(signatureFromJsonSchema({}).signature.text).toBe("() -> :any");
    expect(signatureFromJsonSchema({ input: { type: "object" } })).toMatchObject({
      signature: { text: "() -> :any" },
      dropped: ["input: its properties are not named: read as no parameters"],
    });
    expect(
      signatureFromJsonSchema({
        input: { $ref: "#/$defs/A", nullable: true, $defs: { A: { properties: { a: true } } } },
      }),
    ).toMatchObject({
      signature: { text: "(a :any?) -> :any", definitions: [] },
      dropped: ["input: null instead of the arguments"],
    });
  });

  test("renames a definition if both sides use its name for different types", () => {
    const side = (type: string) => ({
      type: "object",
      properties: { a: { $ref: "#/$defs/A" }, b: { $ref: "#/$defs/B" } },
      $defs: { A: { type }, B: { type: "array", items: { type: "string" } } },
    });
    expect(
      signatureFromJsonSchema({ input: side("string"), output: side("integer") }).signature.text,
    ).toBe("type A :string type B [:string] type A2 :int (a :A?, b :B?) -> {a :A2?, b :B?}");
  });
});
