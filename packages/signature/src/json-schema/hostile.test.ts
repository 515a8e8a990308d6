// Schemas made to harm the reader. Each is converted in a short time to a type that can be written
// as a signature.

import { describe, expect, test } from "vitest";
import { renderType } from "../rendering/render-signature.ts";
import { parseSignature } from "../parse-signature.ts";
import { fromJsonSchema, signatureFromJsonSchema } from "./from-json-schema.ts";

function nested(levels: number, wrap: (inner: unknown) => object): unknown {
  let schema: unknown = { type: "string" };
  for (let level = 0; level < levels; level++) schema = wrap(schema);
  return schema;
}

describe("cyclic schemas", () => {
  test("ends a cycle of objects where it begins", () => {
    const schema: Record<string, unknown> = {
      type: "object",
      properties: { a: { type: "string" } },
    };
    (schema["properties"] as Record<string, unknown>)["self"] = schema;
    const { type, dropped } = fromJsonSchema(schema);
    expect(renderType(type)).toBe("{a :string?, self :any?}");
    expect(dropped).toEqual(["/properties/self: this schema contains itself: read as :any"]);
  });

  test("ends a cycle of references that refer only to each other", () => {
    const { type, dropped } = fromJsonSchema({
      $ref: "#/$defs/A",
      $defs: { A: { $ref: "#/$defs/B" }, B: { allOf: [{ $ref: "#/$defs/A" }] } },
    });
    expect(renderType(type)).toBe(":A");
    expect(dropped).toEqual(['/$defs/B/allOf/0: recursive $ref "#/$defs/A"']);
  });
});

describe("deep schemas", () => {
  test.each<[string, (inner: unknown) => object, string]>([
    [
      "lists",
      (items) => ({ type: "array", items }),
      "types are nested more than 100 levels deep: read as :any",
    ],
    [
      "objects",
      (a) => ({ properties: { a } }),
      "types are nested more than 100 levels deep: read as :any",
    ],
    [
      "branches",
      (inner) => ({ anyOf: [inner, { type: "null" }] }),
      "schemas are nested more than 500 levels deep: read as :any",
    ],
    [
      "parts",
      (inner) => ({ allOf: [inner, true] }),
      "schemas are nested more than 500 levels deep: read as :any",
    ],
  ])("stops at the maximum depth of nested %s", (_name, wrap, reason) => {
    const { signature, dropped } = signatureFromJsonSchema({ output: nested(20_000, wrap) });
    expect(parseSignature(signature.text).ok).toBe(true);
    expect(dropped).toHaveLength(1);
    expect(dropped[0]).toMatch(/^output\/.*\/…\//);
    expect(dropped[0]?.endsWith(reason)).toBe(true);
  });

  test("stops at the maximum depth in a chain of definitions", () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 2000 }, (_, index) => [
        `D${String(index)}`,
        { type: "array", items: { $ref: `#/$defs/D${String(index + 1)}` } },
      ]),
    );
    const { signature, dropped } = signatureFromJsonSchema({
      output: { $ref: "#/$defs/D0", $defs },
    });
    expect(parseSignature(signature.text).ok).toBe(true);
    expect(dropped.length).toBeGreaterThan(0);
  });
});

describe("large schemas", () => {
  const tooLarge = {
    type: { kind: "any" },
    definitions: [],
    dropped: ["/: the schema is too large: read as :any"],
  };

  test("refuses definitions whose expanded size doubles with each one", () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 60 }, (_, index) => {
        const $ref = `#/$defs/D${String(index + 1)}`;
        return [`D${String(index)}`, { properties: { a: { $ref }, b: { $ref } } }];
      }),
    );
    expect(fromJsonSchema({ $ref: "#/$defs/D0", $defs })).toEqual(tooLarge);
    const small = fromJsonSchema({ $ref: "#/$defs/D50", $defs });
    expect(small.definitions).toHaveLength(10);
  });

  test("refuses an object that is shared in too many places", () => {
    let schema: object = { type: "string" };
    for (let level = 0; level < 60; level++) schema = { properties: { a: schema, b: schema } };
    expect(fromJsonSchema(schema)).toEqual(tooLarge);
    for (let level = 0; level < 60; level++) schema = { allOf: [schema, schema] };
    expect(fromJsonSchema(schema)).toEqual(tooLarge);
  });

  test.each<[string, () => object]>([
    [
      "properties",
      () => ({
        properties: Object.fromEntries(
          Array.from({ length: 300_000 }, (_, index) => [`p${String(index)}`, true]),
        ),
      }),
    ],
    [
      "required names",
      () => ({ required: Array.from({ length: 300_000 }, (_, index) => `r${String(index)}`) }),
    ],
    [
      "values",
      () => ({ enum: Array.from({ length: 300_000 }, (_, index) => `v${String(index)}`) }),
    ],
    ["branches", () => ({ anyOf: Array.from({ length: 300_000 }, () => ({ type: "string" })) })],
    [
      "an array that is longer than memory",
      () => ({ allOf: Object.assign([], { length: 2 ** 32 - 1 }) }),
    ],
    [
      "keywords",
      () =>
        Object.fromEntries(
          Array.from({ length: 300_000 }, (_, index) => [`x${String(index)}`, index]),
        ),
    ],
    [
      "parts that share what they require",
      () => {
        const required = Array.from({ length: 2000 }, (_, index) => `r${String(index)}`);
        return {
          allOf: [
            { required },
            ...Array.from({ length: 2000 }, () => ({ properties: { a: true } })),
          ],
        };
      },
    ],
  ])("refuses a schema that is too large: %s", (_name, schema) => {
    expect(fromJsonSchema(schema())).toEqual(tooLarge);
  });

  test("refuses a long chain of names for names", () => {
    expect(fromJsonSchema(nested(20_000, (inner) => ({ title: ":Name", anyOf: [inner] })))).toEqual(
      tooLarge,
    );
  });

  test("lists 100 dropped keywords and counts the rest", () => {
    const { dropped } = fromJsonSchema(
      Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`x${String(index)}`, index])),
    );
    expect(dropped).toHaveLength(101);
    expect(dropped.at(-1)).toBe("and 4900 more");
  });

  test("refuses a signature whose two schemas are too large together", { tags: "full" }, () => {
    const side = {
      properties: Object.fromEntries(
        Array.from({ length: 200_000 }, (_, index) => [`p${String(index)}`, true]),
      ),
    };
    const { signature, dropped } = signatureFromJsonSchema({ input: side, output: side });
    expect(signature.text).toBe("() -> :any");
    expect(dropped).toEqual(["the schemas are too large: read as () -> :any"]);
  });
});

describe("hostile objects", () => {
  const throws = () => {
    throw new Error("never");
  };

  test("reads each accessor once, and ignores one that throws", () => {
    const schema = Object.defineProperty({ type: "object" }, "properties", {
      enumerable: true,
      get: throws,
    });
    expect(fromJsonSchema(schema).type).toEqual({ kind: "any-map" });
    let asked = 0;
    const changing = Object.defineProperty({}, "type", {
      enumerable: true,
      get: () => (asked++ === 0 ? "string" : "integer"),
    });
    expect(fromJsonSchema(changing).type).toEqual({ kind: "string" });
  });

  test("stops at the maximum depth for accessors that return new schemas forever", () => {
    const endless = (): object =>
      Object.defineProperty({ type: "array" }, "items", { enumerable: true, get: endless });
    expect(fromJsonSchema(endless()).dropped).toHaveLength(1);
  });

  test("never throws for proxies that throw", () => {
    const handler = {
      get: throws,
      ownKeys: throws,
      getOwnPropertyDescriptor: throws,
      has: throws,
      getPrototypeOf: throws,
    };
    for (const schema of [
      new Proxy({}, handler),
      { properties: new Proxy({}, handler) },
      { $ref: "#/a", a: new Proxy({}, handler) },
      { anyOf: new Proxy([], handler) },
      { anyOf: [new Proxy({}, handler)] },
    ]) {
      expect(["any", "any-map", "map"]).toContain(fromJsonSchema(schema).type.kind);
    }
    expect(signatureFromJsonSchema({ output: { anyOf: new Proxy([], handler) } }).dropped).toEqual([
      "output: the schema cannot be read: read as :any",
    ]);
  });

  test("ignores inherited properties", () => {
    expect(fromJsonSchema(Object.create({ type: "string" })).type).toEqual({ kind: "any" });
    expect(fromJsonSchema({ $ref: "#/__proto__/x" }).dropped).toEqual(['/: $ref "#/__proto__/x"']);
  });
});
