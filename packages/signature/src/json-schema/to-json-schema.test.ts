import { describe, expect, test } from "vitest";
import type { Type } from "../model.ts";
import { signature } from "../parse-signature.ts";
import { fromJsonSchema } from "./from-json-schema.ts";
import { toJsonSchema, toStrictJsonSchema, typeToJsonSchema } from "./to-json-schema.ts";

describe("a type as JSON Schema", () => {
  const safe = { type: "integer", minimum: -9007199254740991, maximum: 9007199254740991 };

  test.each<[string, object]>([
    [":string", { type: "string" }],
    [":int", safe],
    [":float", { type: "number" }],
    [":bool", { type: "boolean" }],
    [":keyword", { type: "string", title: ":keyword" }],
    [":datetime", { type: "string", format: "date-time" }],
    [":any", {}],
    [":map", { type: "object" }],
    ["{}", { type: "object", properties: {}, required: [] }],
    ["[:int?]", { type: "array", items: { anyOf: [safe, { type: "null" }] } }],
    ["#{open 'in stock'}", { type: "string", enum: ["open", "in stock"] }],
    [
      '{a :string "what it is", b :string?, c :string|nil, d :any?}',
      {
        type: "object",
        properties: {
          a: { type: "string", description: "what it is" },
          b: { anyOf: [{ type: "string" }, { type: "null" }] },
          c: { anyOf: [{ type: "string" }, { type: "null" }] },
          d: {},
        },
        required: ["a", "c"],
      },
    ],
  ])("%s", (text, schema) => {
    expect(typeToJsonSchema(signature(text).output)).toEqual(schema);
  });

  test("closed, that is without further fields", () => {
    expect(typeToJsonSchema(signature("[{a :bool}]").output, { closed: true })).toEqual({
      type: "array",
      items: {
        type: "object",
        properties: { a: { type: "boolean" } },
        required: ["a"],
        additionalProperties: false,
      },
    });
  });

  test("without bounds of integers, for readers who learn nothing from them", () => {
    expect(typeToJsonSchema(signature("[:int]").output, { bounds: false })).toEqual({
      type: "array",
      items: { type: "integer" },
    });
  });

  test("whose field is called as every object's prototype", () => {
    const { properties } = typeToJsonSchema(signature("{__proto__ :bool}").output);
    expect(Object.entries(properties as object)).toEqual([["__proto__", { type: "boolean" }]]);
  });
});

describe("a signature as JSON Schema", () => {
  const orders = signature(
    'type Unused :int, type Line {sku :string} "a line", type Order {lines [:Line]} (order :Order "which") -> [:Line]',
  );
  const line = {
    type: "object",
    properties: { sku: { type: "string" } },
    required: ["sku"],
    description: "a line",
  };
  const lines = { type: "array", items: { $ref: "#/$defs/Line" } };

  test("has the definitions that each side uses, in their order", () => {
    const schemas = toJsonSchema(orders);
    expect(schemas).toEqual({
      input: {
        type: "object",
        properties: { order: { $ref: "#/$defs/Order", description: "which" } },
        required: ["order"],
        $defs: {
          Line: line,
          Order: { type: "object", properties: { lines }, required: ["lines"] },
        },
      },
      output: { ...lines, $defs: { Line: line } },
    });
    expect(Object.keys(schemas.input["$defs"] as object)).toEqual(["Line", "Order"]);
  });

  test("does not grow with how often a definition is used", () => {
    const definitions = Array.from(
      { length: 10 },
      (_, index) => `type T${String(index + 1)} {a :T${String(index)}, b :T${String(index)}}`,
    );
    const text = JSON.stringify(
      typeToJsonSchema(signature(`type T0 :int ${definitions.join(" ")} :T10`).output),
    );
    expect(text.length).toBeLessThan(1500);
  });

  test("of as many names for one type as a signature takes comes back", () => {
    const names = Array.from(
      { length: 440 },
      (_, index) => `type A${String(index + 1)} :A${String(index)}`,
    );
    const { definitions, output } = signature(`type A0 :int ${names.join(" ")} :A440`);
    expect(fromJsonSchema(typeToJsonSchema(output, { definitions }))).toEqual({
      type: output,
      definitions,
      dropped: [],
    });
  });

  test("of as many levels as a signature takes comes back", () => {
    const text = `type Deep ${"{a [".repeat(25)}:int?${"]}".repeat(25)} ${"[{b ".repeat(25)}:Deep?${"}]".repeat(25)}`;
    const { definitions, output } = signature(text);
    expect(fromJsonSchema(typeToJsonSchema(output, { definitions }))).toEqual({
      type: output,
      definitions,
      dropped: [],
    });
  });
});

describe("the strict subset of providers", () => {
  test("requires every field and tells by the title which may be missing", () => {
    const { output } = signature('{a :int, b :keyword? "if known", c :datetime|nil}');
    const strict = toStrictJsonSchema(output);
    expect(strict).toEqual({
      ok: true,
      schema: {
        type: "object",
        properties: {
          a: { type: "integer" },
          b: {
            anyOf: [{ type: "string", title: ":keyword" }, { type: "null" }],
            title: ":optional",
            description: "if known",
          },
          c: { anyOf: [{ type: "string", format: "date-time" }, { type: "null" }] },
        },
        required: ["a", "b", "c"],
        additionalProperties: false,
      },
    });
    expect(fromJsonSchema(strict.ok && strict.schema)).toEqual({
      type: output,
      definitions: [],
      dropped: [],
    });
  });

  test("has nothing beside a $ref, and an object at the top", () => {
    const { definitions, output } = signature(
      'type Line {sku :string} "a line" type Order {line :Line "the first"} "an order" type Same :Order "renamed" :Same',
    );
    const line = { anyOf: [{ $ref: "#/$defs/Line" }], description: "the first" };
    const order = {
      type: "object",
      properties: { line },
      required: ["line"],
      additionalProperties: false,
    };
    const strict = toStrictJsonSchema(output, { definitions });
    expect(strict).toEqual({
      ok: true,
      schema: {
        title: ":Same",
        description: "renamed",
        ...order,
        $defs: {
          Line: {
            type: "object",
            properties: { sku: { type: "string" } },
            required: ["sku"],
            additionalProperties: false,
            description: "a line",
          },
          Order: { ...order, description: "an order" },
          Same: { anyOf: [{ $ref: "#/$defs/Order" }], description: "renamed" },
        },
      },
    });
  });

  test.each<[string, readonly string[]]>([
    [
      "{a :any, b [{c :map?}], d [[:any]]}",
      [
        "a: :any does not say what the value is; write its type",
        "b[].c: :map does not say which fields it has; name them as in {id :int}",
        "d[][]: :any does not say what the value is; write its type",
      ],
    ],
    [
      "type Row {cells [:any]} {rows [:Row], first :Row}",
      ["Row.cells[]: :any does not say what the value is; write its type"],
    ],
    [
      "type Row {cell :any} :Row",
      ["Row.cell: :any does not say what the value is; write its type"],
    ],
    ["[:int]", ["the value at the top is no map with fields; name it, as in {result [:int]}"]],
    ["{a :int}?", ["the value at the top is no map with fields; name it, as in {result [:int]}"]],
  ])("cannot say %s", (text, problems) => {
    expect(toStrictJsonSchema(signature(text).output)).toEqual({ ok: false, problems });
  });

  test("comes back with the name of the whole", () => {
    const { definitions, output } = signature(
      'type Line {sku :string} type Order {lines [:Line]} "an order" :Order',
    );
    const strict = toStrictJsonSchema(output, { definitions });
    expect(fromJsonSchema(strict.ok && strict.schema)).toEqual({
      type: output satisfies Type,
      definitions,
      dropped: [],
    });
  });
});
