import { describe, expect, test } from "vitest";
import { z } from "zod";
import { signature } from "../parse-signature.ts";
import { renderSignature, renderType } from "../rendering/render-signature.ts";
import { fromZod } from "./from-zod.ts";
import { signatureToZod, toZod } from "./to-zod.ts";

describe("toZod", () => {
  const order = signature(
    "{id :int, state #{open closed}, due :datetime|nil, note :string?, tags [:keyword], meta :map, rest :any}",
  );
  const good = { id: 1, state: "open", due: new Date(0), tags: ["a"], meta: { a: 1 }, rest: null };

  test("accepts a fitting value and returns it unchanged", () => {
    const schema = toZod(order.output);
    for (const value of [
      good,
      { ...good, due: null, note: null, extra: [1] },
      { ...good, note: "n", id: -0 },
    ])
      expect(schema.parse(value)).toEqual(value);
  });

  test.each<[string, object]>([
    ["id", { id: 1.5 }],
    ["id", { id: 2 ** 53 }],
    ["state", { state: "opne" }],
    ["due", { due: "2026-01-31" }],
    ["due", { due: undefined }],
    ["note", { note: 1 }],
    ["tags", { tags: [1] }],
    ["meta", { meta: new Map() }],
    ["rest", { rest: undefined }],
  ])("refuses a wrong %s", (name, wrong) => {
    const value: Record<string, unknown> = { ...good, ...wrong };
    for (const key of Object.keys(wrong))
      if (value[key] === undefined) Reflect.deleteProperty(value, key);
    expect(
      toZod(order.output)
        .safeParse(value)
        .error?.issues.map(({ path }) => path[0]),
    ).toEqual([name]);
  });

  test.each(["#{b '10' '2'}", "#{__proto__ a}", "#{constructor}"])(
    "keeps the order and every value of %s",
    (text) => {
      const { output } = signature(text);
      expect(fromZod(toZod(output))).toEqual({ type: output, definitions: [], dropped: [] });
      expect(
        output.kind === "enum" &&
          output.values.every((value) => toZod(output).safeParse(value).success),
      ).toBe(true);
    },
  );

  test("writes a definition once, and registers no name in zod's global registry", () => {
    const doubling = Array.from(
      { length: 12 },
      (_, index) => `type T${String(index + 1)} {a :T${String(index)}, b :T${String(index)}}`,
    );
    const { definitions, output } = signature(
      `type T0 :keyword "the smallest" ${doubling.join(" ")} :T12`,
    );
    const schema = toZod(output, { definitions });
    expect(z.globalRegistry.get(schema)).toEqual({ title: ":T12" });
    expect(fromZod(schema)).toEqual({ type: output, definitions, dropped: [] });
  });

  test.each([
    "type Off false {state :Off|:string}",
    'type Most 100 "the limit" {limits [#{few many}|:Most|nil]}',
    "type Few 2.5 type Many -1 {count :Few|:Many|[:int]}",
  ])("reads back the names of constants in the unions of %s", (text) => {
    const { definitions, output } = signature(text);
    expect(fromZod(toZod(output, { definitions }))).toEqual({
      type: output,
      definitions,
      dropped: [],
    });
  });

  test("signatureToZod shares definitions between both sides", () => {
    const both = signature('type Line {sku :string} (line :Line "which") -> :Line');
    const { input, output } = signatureToZod(both);
    expect(input.safeParse({ line: { sku: "a" } }).success).toBe(true);
    expect(input.safeParse({ line: { sku: 1 } }).error?.issues[0]?.path).toEqual(["line", "sku"]);
    expect(output.parse({ sku: "a" })).toEqual({ sku: "a" });
    expect(z.toJSONSchema(input)).toMatchObject({ properties: { line: { description: "which" } } });
  });
});

describe("fromZod", () => {
  const text = (schema: z.ZodType, io?: "input" | "output") => {
    const { type, definitions } = fromZod(schema, io === undefined ? {} : { io });
    return renderSignature({ definitions, parameters: [], output: type }).replace("() -> ", "");
  };

  test.each<[z.ZodType, string, readonly string[]]>([
    [
      z.object({ a: z.string().min(1), b: z.number().optional(), c: z.boolean().nullable() }),
      "{a :string, b :float?, c :bool|nil}",
      ["/properties/a: minLength 1"],
    ],
    [z.strictObject({ a: z.int().min(0) }), "{a :int}", ["/properties/a: minimum 0"]],
    [z.record(z.string(), z.int()), ":map", ["/: additionalProperties"]],
    [
      z.tuple([z.int(), z.int()]),
      "[:int]",
      [
        "/: minItems 2",
        "/: maxItems 2",
        "/: prefixItems, a type for each position: read as a list",
      ],
    ],
    [z.union([z.literal("a"), z.enum(["b", "c"])]), "#{a b c}", []],
    [z.literal(["a", "b"]).nullish(), "#{a b}?", []],
    [
      z.object({ at: z.date().optional().describe("when"), on: z.iso.date() }),
      '{at :datetime? "when", on :string}',
      [],
    ],
    [z.bigint(), ":any", ['/: zod "bigint"']],
    [
      z.object({ m: z.map(z.string(), z.int()), s: z.set(z.int()), f: z.instanceof(URL) }),
      "{m :any, s :any, f :any}",
      ['/properties/m: zod "map"', '/properties/s: zod "set"', '/properties/f: zod "custom"'],
    ],
    [z.string().default("x"), ":string", ['/: default "x"']],
  ])("converts zod schema %#", (schema, expected, dropped) => {
    expect(text(schema)).toBe(expected);
    const lines = fromZod(schema).dropped.filter((line) => !/on: (pattern|format)/.test(line));
    expect([...lines].sort()).toEqual([...dropped].sort());
  });

  test("takes names from zod's ids, and ends at recursive schemas", () => {
    const Address = z.object({ street: z.string() }).meta({ id: "Address", description: "where" });
    const Category = z.object({
      name: z.string(),
      get children() {
        return z.array(Category);
      },
    });
    expect(text(z.object({ home: Address, work: Address.optional() }))).toBe(
      'type Address {street :string} "where" {home :Address, work :Address?}',
    );
    expect(text(Category)).toBe("{name :string, children [:any]}");
    expect(fromZod(Category).dropped).toEqual(['/properties/children/items: recursive $ref "#"']);
  });

  test("writes out a shared schema without a name at each use", () => {
    const point = z.object({ x: z.number(), y: z.number() });
    expect(text(z.object({ from: point, to: point.nullable() }))).toBe(
      "{from {x :float, y :float}, to {x :float, y :float}|nil}",
    );
  });

  test("converts the requested side", () => {
    const schema = z.object({
      size: z
        .string()
        .transform((value) => value.length)
        .pipe(z.int()),
      limit: z.int().default(10),
    });
    expect(text(schema, "input")).toBe("{size :string, limit :int?}");
    expect(text(schema)).toBe("{size :int, limit :int}");
  });

  test("returns :any and the reason for a schema that zod refuses to convert", () => {
    const schema = z.object({
      a: z.string().meta({ id: "Twice" }),
      b: z.int().meta({ id: "Twice" }),
    });
    const { type, dropped } = fromZod(schema);
    expect(renderType(type)).toBe(":any");
    expect(dropped[0]).toMatch(
      /^\/: zod can't convert the schema to JSON Schema \(.*Twice.*\): read as :any$/,
    );
  });
});
