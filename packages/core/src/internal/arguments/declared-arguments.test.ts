import { describe, expect, test } from "vitest";
import { DeclaredArguments } from "./declared-arguments.ts";
import { unknownArguments } from "./unknown-arguments.ts";

const schema = {
  type: "object",
  properties: {
    due_date: { type: "string" },
    "page-size": { type: "integer" },
    filter: { anyOf: [{ $ref: "#/$defs/filter" }, { type: "null" }] },
    headers: { type: "object", additionalProperties: { type: "string" } },
    doc: {},
  },
  $defs: { filter: { properties: { user_id: {}, tags: { items: { properties: { a_b: {} } } } } } },
};

function named(args: object, declared = new DeclaredArguments(schema)): unknown {
  const result = declared.named(args);
  return result.ok ? result.value : result.problems;
}

describe("DeclaredArguments", () => {
  test.each([
    [{ "due-date": 1 }, { due_date: 1 }],
    [{ page_size: 1 }, { "page-size": 1 }],
    [{ filter: { "user-id": 1, "x-y": 2 } }, { filter: { user_id: 1, "x-y": 2 } }],
    [{ filter: { tags: [{ "a-b": 1 }, 2] } }, { filter: { tags: [{ a_b: 1 }, 2] } }],
    [{ headers: { "X-Key": 1, x_y: 2 } }, { headers: { "X-Key": 1, x_y: 2 } }],
    [{ doc: { "due-date": { "user-id": 1 } } }, { doc: { "due-date": { "user-id": 1 } } }],
  ])("renames only declared names: %j", (given, expected) => {
    expect(named(given)).toEqual(expected);
  });

  test("returns arguments without renamed keys as they are", () => {
    const given = { due_date: 1, doc: { "a-b": [new Date(0)] } };
    expect(named(given)).toBe(given);
  });

  test("reports two keys for one name, and keeps __proto__ as an ordinary key", () => {
    expect(named({ "due-date": 1, due_date: 2 })).toEqual([
      "due-date and due_date both name the argument due_date: pass one of them",
    ]);
    expect(named({ filter: { "user-id": 1, user_id: 2 } })).toEqual([
      "filter: user-id and user_id both name the field user_id: pass one of them",
    ]);
    const given = JSON.parse('{"due-date": 1, "doc": {"__proto__": {"a-b": 1}}}') as object;
    expect(JSON.stringify(named(given))).toBe('{"due_date":1,"doc":{"__proto__":{"a-b":1}}}');
  });

  test("reports undeclared arguments unless the schema allows them", () => {
    const properties = { limit: {} };
    const problem = ["there is no argument x: it takes limit"];
    expect(named({ x: 1 }, new DeclaredArguments({ properties }))).toEqual(problem);
    for (const others of [
      { additionalProperties: true },
      { additionalProperties: {} },
      { patternProperties: { "^x": {} } },
    ])
      expect(named({ x: 1 }, new DeclaredArguments({ properties, ...others }))).toEqual({ x: 1 });
    expect(named({ x: 1 }, new DeclaredArguments({ type: "object" }))).toEqual({ x: 1 });
  });

  test("reports undeclared arguments of a foreign schema only if they are misspelled", () => {
    const foreign = (others: object): DeclaredArguments =>
      new DeclaredArguments({ properties: { limit: {} }, ...others }, { isForeign: true });
    expect(named({ verbose: 1 }, foreign({}))).toEqual({ verbose: 1 });
    expect(named({ limt: 1 }, foreign({}))).toEqual([
      "there is no argument limt: did you mean limit? It takes limit",
    ]);
    // The declared argument is given, so this one isn't a misspelling of it.
    expect(named({ limit: 1, limits: 2 }, foreign({}))).toEqual({ limit: 1, limits: 2 });
    expect(named({ verbose: 1 }, foreign({ additionalProperties: false }))).toEqual([
      "there is no argument verbose: it takes limit",
    ]);
  });
});

describe("a field of a union", () => {
  const branch = (kind: unknown, names: readonly string[], others: object = {}): object => ({
    properties: { kind, ...Object.fromEntries(names.map((name) => [name, {}])) },
    ...others,
  });
  const card = ["last4", "exp_date"];
  const iban = ["iban", "last_name"];
  const ways: readonly (readonly [string, object])[] = [
    ["anyOf", { anyOf: [branch({ const: "card" }, card), branch({ const: "iban" }, iban)] }],
    [
      "oneOf with enums",
      { oneOf: [branch({ enum: ["card", "gift"] }, card), branch({ enum: ["iban"] }, iban)] },
    ],
  ];

  test.each(ways)("belongs to the branch of its constants: %s", (_, how) => {
    const declared = new DeclaredArguments({ properties: { how } });
    const pay = (given: object): unknown => named({ how: given }, declared);
    // Names of the other branch neither match nor count as meant.
    const own = { how: { kind: "card", last4: "1", lastname: "x", "last-name": "y" } };
    expect(pay(own.how)).toEqual(own);
    expect(pay({ kind: "card", "exp-date": 1 })).toEqual({ how: { kind: "card", exp_date: 1 } });
    expect(pay({ kind: "iban", ibn: 1 })).toEqual([
      "how: there is no field ibn: did you mean iban? It takes kind, iban, last_name",
    ]);
    // Without a known kind, it may be a field of any branch.
    expect(pay({ kind: "crad", "last-name": 1 })).toEqual({ how: { kind: "crad", last_name: 1 } });
  });

  test("is refused if only another branch has it, and the branches refuse others", () => {
    const closed = { additionalProperties: false };
    const declared = new DeclaredArguments({
      oneOf: [
        branch({ const: "card" }, card, closed),
        { allOf: [branch({ const: "iban" }, iban, closed)] },
      ],
    });
    expect(named({ kind: "card", iban: "x" }, declared)).toEqual([
      "there is no argument iban: it takes kind, last4, exp_date",
    ]);
    expect(named({ kind: "iban", iban: "x" }, declared)).toEqual({ kind: "iban", iban: "x" });
  });

  test("belongs to all schemas that its location combines", () => {
    const declared = new DeclaredArguments({
      allOf: [branch({ enum: ["open", "closed"] }, ["due_date"]), { properties: { note: {} } }],
    });
    expect(named({ kind: "opne", "due-date": 1 }, declared)).toEqual({ kind: "opne", due_date: 1 });
  });
});

describe("unknownArguments", () => {
  test("bounds its messages for hostile names", () => {
    const many = Array.from({ length: 10_000 }, (_, index) => `${"n".repeat(500)}${String(index)}`);
    const problems = unknownArguments(
      many,
      many.slice(0, 500).map((name) => `a${name}`),
    );
    expect(problems).toHaveLength(5);
    expect(Math.max(...problems.map(({ length }) => length))).toBeLessThan(700);
    expect(unknownArguments(["x"], [])).toEqual(["there is no argument x: it takes none"]);
  });
});
