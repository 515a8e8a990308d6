import { describe, expect, test } from "vitest";
import { parseSignature, signature } from "./parse-signature.ts";
import type { Field, SimpleKind, Type } from "./model.ts";
import type { SignatureError } from "./signature-error.ts";

const simple = (kind: SimpleKind): Type => ({ kind });

const list = (element: Type): Type => ({ kind: "list", element });

const map = (...fields: Field[]): Type => ({ kind: "map", fields });

const nilable = (type: Type): Type => ({ kind: "nilable", type });

const field = (name: string, type: Type, marks: Partial<Field> = {}): Field => ({
  name,
  type,
  optional: false,
  firewalled: false,
  ...marks,
});

function errorOf(text: string): SignatureError {
  const result = parseSignature(text);
  if (result.ok) expect.fail(`${text} was accepted`);
  return result.error;
}

describe("parseSignature", () => {
  test("parses parameters and an output", () => {
    const text =
      "(query :string, limit :int?) -> {total :float, items [{id :int, name :string}], _raw [:map]}";
    expect(signature(text)).toEqual({
      definitions: [],
      parameters: [
        field("query", simple("string")),
        field("limit", simple("int"), { optional: true }),
      ],
      output: map(
        field("total", simple("float")),
        field("items", list(map(field("id", simple("int")), field("name", simple("string"))))),
        field("_raw", list(simple("any-map")), { firewalled: true }),
      ),
      text,
    });
  });

  test.each([
    ["-> :int", simple("int")],
    [":string", simple("string")],
    ["[:int]", list(simple("int"))],
    ["{count :int}", map(field("count", simple("int")))],
    ["() -> {}", map()],
    ["( ) -> [{}]", list(map())],
  ])("parses an output without parameters: %s", (text, output) => {
    expect(signature(text)).toEqual({ definitions: [], parameters: [], output, text });
  });

  test.each(["string", "int", "float", "bool", "keyword", "datetime", "file", "any"] as const)(
    "parses the type :%s",
    (kind) => {
      expect(signature(`:${kind}`).output).toEqual({ kind });
    },
  );

  test("makes fields with ? optional, and other types with ? nilable", () => {
    expect(signature("{a :int?, b [:int]?, c {d :any?}?}").output).toEqual(
      map(
        field("a", simple("int"), { optional: true }),
        field("b", list(simple("int")), { optional: true }),
        field("c", map(field("d", simple("any"), { optional: true })), { optional: true }),
      ),
    );
    expect(signature("[:int?]?").output).toEqual(nilable(list(nilable(simple("int")))));
    expect(signature("-> {}?").output).toEqual(nilable(map()));
  });

  test("allows line breaks, comments and trailing commas", () => {
    const text = `; what to look for
      (query :string ; words, (not) a pattern
       limit:int?,
      )->
      {  items[{id :int}] , total:int ,
      } ; done`;
    const spread = parseSignature(text.replace("pattern", "pattern\n,"));
    expect(spread.ok && spread.signature.parameters).toEqual([
      field("query", simple("string")),
      field("limit", simple("int"), { optional: true }),
    ]);
    expect(spread.ok && spread.signature.output).toEqual(
      map(field("items", list(map(field("id", simple("int"))))), field("total", simple("int"))),
    );
  });

  test("keeps names as written", () => {
    const names = ["__proto__", "constructor", "content-type", "_", "A1_b"];
    const { output } = signature(`{${names.map((name) => `${name} :any`).join(", ")}}`);
    expect(
      output.kind === "map" && output.fields.map(({ name, firewalled }) => [name, firewalled]),
    ).toEqual([
      ["__proto__", true],
      ["constructor", false],
      ["content-type", false],
      ["_", true],
      ["A1_b", false],
    ]);
  });
});

describe("the limits of signatures", () => {
  test("accepts 100 nested lists or maps and refuses more immediately", () => {
    expect(parseSignature(`${"[".repeat(100)}:int${"]".repeat(100)}`).ok).toBe(true);
    const message =
      "types are nested more than 100 levels deep at line 1, column 101: use :map or :any for deeper types";
    expect(errorOf(`${"[".repeat(101)}:int${"]".repeat(101)}`).message).toBe(message);
    expect(errorOf("[".repeat(50_000)).message).toBe(message);
    expect(errorOf("{a ".repeat(30_000)).message).toBe(
      "types are nested more than 100 levels deep at line 1, column 301: use :map or :any for deeper types",
    );
  });

  test("refuses a text of more than 100,000 characters", () => {
    expect(parseSignature(`:int${" ".repeat(99_996)}`).ok).toBe(true);
    expect(errorOf(`:int${" ".repeat(99_997)}`).message).toBe(
      "the signature is longer than 100000 characters at line 1, column 100001",
    );
  });
});

test("signature() throws for a malformed literal and shows the location", () => {
  // Declared as `string`, because the compiler would refuse the literal.
  const text: string = "(items :list) -> :bool";
  expect(() => signature(text)).toThrow(
    new SyntaxError(
      "malformed signature: unknown type :list at line 1, column 8: write [:any], or name the type of the elements as in [:string]\n(items :list) -> :bool\n       ^",
    ),
  );
});

describe("enums, nil, descriptions and definitions", () => {
  test("parses enums of words and quoted texts", () => {
    const values = ["open", "in progress", "2x", "it's"];
    expect(signature(`#{open "in progress", :2x 'it\\'s'}`).output).toEqual({
      kind: "enum",
      values,
    });
    expect(signature("{state #{open closed}?}").output).toEqual(
      map(field("state", { kind: "enum", values: ["open", "closed"] }, { optional: true })),
    );
  });

  test("parses a required field that may be nil", () => {
    expect(signature("{a :int|nil, b [:int|nil]}").output).toEqual(
      map(field("a", nilable(simple("int"))), field("b", list(nilable(simple("int"))))),
    );
    expect(signature(":int | nil").output).toEqual(nilable(simple("int")));
  });

  test("parses descriptions of fields", () => {
    expect(
      signature(`(query :string "what to\\nlook for", limit :int? 'at \\u2264 "most"') -> :any`)
        .parameters,
    ).toEqual([
      field("query", simple("string"), { description: "what to\nlook for" }),
      field("limit", simple("int"), { optional: true, description: 'at ≤ "most"' }),
    ]);
  });

  test("resolves the names of types that are defined before their use", () => {
    const line = map(field("sku", simple("string")));
    const order = map(field("lines", list({ kind: "reference", name: "Line", type: line })));
    const read = signature(
      "type Line {sku :string}\ntype Order {lines [:Line]} 'what a customer asked for'\n(order :Order) -> [:Line?]",
    );
    expect(read.definitions).toEqual([
      { name: "Line", type: line },
      { name: "Order", type: order, description: "what a customer asked for" },
    ]);
    expect(read.parameters).toEqual([
      field("order", { kind: "reference", name: "Order", type: order }),
    ]);
    expect(read.output).toEqual(list(nilable({ kind: "reference", name: "Line", type: line })));
  });

  test.each([
    [
      "#{}",
      "the enum has no values at line 1, column 1: write them as in #{open closed}, or :string for any text",
    ],
    ["{a #{x y x}}", "a value of the enum appears twice at line 1, column 10: remove one of them"],
    [
      "type order :int :order",
      "the name of a type starts with a capital letter, got order at line 1, column 6: write Order",
    ],
    [
      "type A :int type A :string :A",
      "the type A is defined twice at line 1, column 18: rename or remove one of them",
    ],
    [
      "type Tree {children [:Tree]} :Tree",
      "unknown type :Tree at line 1, column 22: define it before it is used, as in type Tree {id :int}, or write one of :string :int :float :bool :keyword :datetime :file :any :map",
    ],
    [
      "type Order :int (o :Ordre) -> :int",
      "unknown type :Ordre at line 1, column 20: write :Order",
    ],
  ])("%s", (text, message) => {
    expect(errorOf(text).message).toBe(message);
  });

  test("limits the size and depth of types with their names written out", () => {
    const doubling = Array.from(
      { length: 40 },
      (_, level) => `type T${String(level + 1)} {a :T${String(level)}, b :T${String(level)}}`,
    ).join(" ");
    expect(errorOf(`type T0 :int ${doubling} :T40`).message).toContain(
      "the signature has more than 100000 types after its names are expanded",
    );
    const deepening = Array.from(
      { length: 101 },
      (_, level) => `type T${String(level + 1)} [:T${String(level)}]`,
    ).join(" ");
    expect(errorOf(`type T0 :int ${deepening} :T101`).message).toContain(
      "types are nested more than 100 levels deep",
    );
  });
});
