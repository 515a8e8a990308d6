import { describe, expect, test } from "vitest";
import type { Type } from "../model.ts";
import { signature } from "../parse-signature.ts";
import { fromJsonSchema } from "./from-json-schema.ts";
import { toJsonSchema, toStrictJsonSchema, typeToJsonSchema } from "./to-json-schema.ts";

describe("typeToJsonSchema", () => {
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

  test("writes closed maps with additionalProperties false", () => {
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

  test("omits the bounds of integers with bounds: false", () => {
    expect(typeToJsonSchema(signature("[:int]").output, { bounds: false })).toEqual({
      type: "array",
      items: { type: "integer" },
    });
  });

  test("writes a field that is named __proto__", () => {
    const { properties } = typeToJsonSchema(signature("{__proto__ :bool}").output);
    expect(Object.entries(properties as object)).toEqual([["__proto__", { type: "boolean" }]]);
  });
});

describe("toJsonSchema", () => {
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

  test("writes the definitions that each side uses, in their order", () => {
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

  test("writes a definition once, no matter how often it is used", () => {
    const definitions = Array.from(
      { length: 10 },
      (_, index) => `type T${String(index + 1)} {a :T${String(index)}, b :T${String(index)}}`,
    );
    const text = JSON.stringify(
      typeToJsonSchema(signature(`type T0 :int ${definitions.join(" ")} :T10`).output),
    );
    expect(text.length).toBeLessThan(1500);
  });

  test("reads back the maximum number of names for one type", () => {
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

  test("reads back the maximum number of levels", () => {
    const text = `type Deep ${"{a [".repeat(25)}:int?${"]}".repeat(25)} ${"[{b ".repeat(25)}:Deep?${"}]".repeat(25)}`;
    const { definitions, output } = signature(text);
    expect(fromJsonSchema(typeToJsonSchema(output, { definitions }))).toEqual({
      type: output,
      definitions,
      dropped: [],
    });
  });
});

describe("toStrictJsonSchema", () => {
  test("requires every field and marks optional fields by their title", () => {
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

  test("writes no keywords beside a $ref, and an object at the root", () => {
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
    ["[:int]", ["the top-level value is not a map with fields; name it, as in {result [:int]}"]],
    ["{a :int}?", ["the top-level value is not a map with fields; name it, as in {result [:int]}"]],
  ])("reports the locations that it can't express in %s", (text, problems) => {
    expect(toStrictJsonSchema(signature(text).output)).toEqual({ ok: false, problems });
  });

  test("reads back the name of the root type", () => {
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
