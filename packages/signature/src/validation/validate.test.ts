import { describe, expect, test } from "vitest";
import { signature } from "../parse-signature.ts";
import { validateInput, validateOutput } from "./validate.ts";
import { violationsText, type ValidationResult } from "./violation.ts";

const output = (text: string, value: unknown): ValidationResult =>
  validateOutput(signature(text), value);

const input = (text: string, value: unknown): ValidationResult =>
  validateInput(signature(text), value);

/** Returns the messages of a refusal as lines, or "accepted". */
function messages(result: ValidationResult): string {
  return result.ok ? "accepted" : violationsText(result);
}

const date = new Date("2026-01-31T09:30:00Z");

describe("values that fit a type", () => {
  test.each<[string, readonly unknown[], readonly unknown[]]>([
    [":string", ["", "abc", "\uD800"], [null, undefined, 1, date, ["a"]]],
    [
      ":int",
      [0, -0, -42, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER],
      [1.5, 2 ** 53, NaN, Infinity, 5n, 2n ** 60n, "1", true, null],
    ],
    [":float", [0, 1, -1.5, 1e300], [NaN, Infinity, -Infinity, 1n, "1.5", null]],
    [":bool", [true, false], [0, 1, "true", null]],
    [":keyword", ["pending", ""], [null, 1]],
    [":datetime", [date], [new Date(NaN), "2026-01-31T09:30:00Z", 0, null]],
    [":any", [null, undefined, 1, 1n, "a", [], {}, date, new Set([1]), () => 1], []],
    [
      ":map",
      [
        {},
        { a: 1 },
        Object.create(null),
        new Map([["a", 1]]),
        new (class Row {
          id = 1;
        })(),
      ],
      [[], date, new Set(), "{}", null, new Uint8Array(1), /a/, Promise.resolve()],
    ],
    ["{}", [{}, { a: 1 }, new Map()], [[], null, "a"]],
    [
      "[:int]",
      [[], [1, 2]],
      [null, "12", { 0: 1 }, new Set([1]), new Uint8Array(2), [1, null], [undefined]],
    ],
    ["{a :any}", [{ a: null }, { a: undefined }, { a: 1 }], [{}]],
    ["{a :int|nil}", [{ a: null }, { a: undefined }, { a: 1 }], [{}, { a: "1" }]],
    ['#{open "in progress"}', ["open", "in progress"], ["closed", "", null, 1]],
    ["type Id :int [:Id]", [[], [1]], [["1"], null]],
    ["[:int?]", [[null, 1, undefined]], [null, ["1"]]],
    ["[:int]?", [null, undefined, []], [[null], 1]],
    ["{a :int?}", [{}, { a: null }, { a: undefined }, { a: 1, b: 2 }], [{ a: "1" }, null]],
    [
      "{a :int}",
      [{ a: 1 }, new Map([["a", 1]])],
      [{}, { a: null }, Object.create({ a: 1 }), Object.defineProperty({}, "a", { value: 1 })],
    ],
  ])("%s", (text, fitting, unfitting) => {
    for (const value of fitting) expect(output(text, value)).toEqual({ ok: true, value });
    for (const value of unfitting)
      expect(output(text, value)).toMatchObject({ ok: false, omitted: 0 });
  });
});

describe("messages of violations", () => {
  test.each<[string, unknown, string]>([
    [
      "{results [{customer {id :int}}]}",
      { results: [{ customer: { id: "abc" } }] },
      'results[0].customer.id: expected int, got string "abc"',
    ],
    ["{total :float}", {}, "total: expected float, got nothing (add :total to the returned map)"],
    ["{a {b :int}}", { a: {} }, "a.b: expected int, got nothing (add :b to this map)"],
    ["[{b :int}]", [{}], "[0].b: expected int, got nothing (add :b to this map)"],
    ["{total :float}", { total: null }, "total: expected float, got nil"],
    ["[[:int]]", [[1], [2, true]], "[1][1]: expected int, got bool true"],
    [":int", "three", 'expected int, got string "three"'],
    [":int", 3.5, "expected int, got float 3.5"],
    [":int", 2 ** 53, "expected int, got float 9007199254740992"],
    [":int", NaN, "expected int, got float ##NaN"],
    [
      ":int",
      2n ** 60n,
      "expected int, got int 1152921504606846976 (integers beyond ±9007199254740991 fit only :any: declare the type as :any, or as :string and return (str n))",
    ],
    [
      "{id :int?}",
      { id: 2n ** 60n },
      "id: expected int or nil, got int 1152921504606846976 (integers beyond ±9007199254740991 fit only :any: declare the type as :any, or as :string and return (str n))",
    ],
    [":string", 2n ** 60n, "expected string, got int 1152921504606846976"],
    [
      ":int",
      10n ** 100_000n,
      "expected int, got int of more than 80 digits (integers beyond ±9007199254740991 fit only :any: declare the type as :any, or as :string and return (str n))",
    ],
    [":string", 5, "expected string, got int 5"],
    ["{limit :int?}", { limit: "10" }, 'limit: expected int or nil, got string "10"'],
    ["[:int?]", ["10"], '[0]: expected int or nil, got string "10"'],
    [
      ":datetime",
      "2026-01-31",
      'expected datetime, got string "2026-01-31" ((java.time.Instant/parse "2026-01-31T09:30:00Z") makes a datetime)',
    ],
    [":datetime", new Date(NaN), "expected datetime, got an invalid Date"],
    [":string", date, "expected string, got datetime 2026-01-31T09:30:00.000Z"],
    ["[:int]", { a: 1, b: 2 }, "expected list of int, got map with a, b"],
    [
      "[:int]",
      { a: 1, b: 2, c: 3, d: 4, e: 5, f: 6, g: 7 },
      "expected list of int, got map with a, b, c, d, e and 2 more",
    ],
    ["[:int]", new Map([["a", 1]]), "expected list of int, got map with a"],
    ["[:int]", {}, "expected list of int, got map without keys"],
    ["{id :int}", [1], "expected map {id :int}, got list of 1 item"],
    ["{id :int}", new Set([1, 2]), "expected map {id :int}, got set of 2 items"],
    [":map", /a/, "expected map, got object that is not a map"],
    [":string", () => 1, "expected string, got function"],
    [":string", Symbol("s"), "expected string, got symbol"],
  ])("%s", (text, value, message) => {
    expect(messages(output(text, value))).toBe(`- ${message}`);
  });

  test("returns violations as data, too", () => {
    expect(output("{rows [{total :float}]}", { rows: [{ total: 1 }, {}] })).toEqual({
      ok: false,
      violations: [
        {
          path: "rows[1].total",
          segments: ["rows", 1, "total"],
          expected: "float",
          got: "nothing",
          advice: "add :total to this map",
          message: "rows[1].total: expected float, got nothing (add :total to this map)",
        },
      ],
      omitted: 0,
    });
  });

  test("reports all violations in the order of the signature", () => {
    expect(messages(output("{a :int, b [:string], c :bool}", { c: 1, b: ["x", 2, 3] }))).toBe(
      [
        "- a: expected int, got nothing (add :a to the returned map)",
        "- b[1]: expected string, got int 2",
        "- b[2]: expected string, got int 3",
        "- c: expected bool, got int 1",
      ].join("\n"),
    );
  });

  test("lists twenty violations and counts the rest", () => {
    const result = output("[:int]", Array<string>(1000).fill("x"));
    expect(result).toMatchObject({ ok: false, omitted: 980 });
    expect(messages(result).split("\n").slice(-2)).toEqual([
      '- [19]: expected int, got string "x"',
      "- and 980 more",
    ]);
  });

  test("shortens long values and escapes control characters", () => {
    const long = messages(output(":int", `\u001b[31m"\n\u202e${"x".repeat(10_000)}`));
    expect(long).toBe(`- expected int, got string "\\u001b[31m\\"\\n\\u202e${"x".repeat(32)}…"`);
    expect(messages(output(":int", `${"x".repeat(39)}😀`))).toBe(
      `- expected int, got string "${"x".repeat(39)}…"`,
    );
    expect(messages(output(":int", { "\u0007": 1, ["k".repeat(100)]: 2 }))).toBe(
      `- expected int, got map with \\u0007, ${"k".repeat(40)}…`,
    );
    const wide = `{${Array.from({ length: 30 }, (_, index) => `field_${String(index)} :int`).join(", ")}}`;
    expect(messages(output(wide, 1)).length).toBeLessThan(140);
  });
});

describe("violations in firewalled fields", () => {
  test.each<[string, unknown, string]>([
    ["{_token :int}", { _token: "secret" }, "_token: expected int, got string"],
    ["{_token :string}", { _token: 42 }, "_token: expected string, got int"],
    ["{_rows [{id :int}]}", { _rows: [{ id: "secret" }] }, "_rows[0].id: expected int, got string"],
    ["{_rows [{id :int}]}", { _rows: { secret: 1 } }, "_rows: expected list of {id :int}, got map"],
    [
      "{_at :datetime}",
      { _at: "secret" },
      '_at: expected datetime, got string ((java.time.Instant/parse "2026-01-31T09:30:00Z") makes a datetime)',
    ],
  ])("%s", (text, value, message) => {
    expect(messages(output(text, value)).replace("list of map ", "list of ")).toBe(`- ${message}`);
  });

  test("shows the values of the fields after a firewalled one", () => {
    expect(messages(output("{a {_b :int, c :int}}", { a: { _b: "secret", c: "open" } }))).toBe(
      '- a._b: expected int, got string\n- a.c: expected int, got string "open"',
    );
  });
});

describe("validateInput", () => {
  test("accepts a map of the parameters with additional keys", () => {
    const value = { query: "x", more: true };
    expect(input("(query :string, limit :int?) -> :any", value)).toEqual({ ok: true, value });
    expect(input("() -> :any", {})).toEqual({ ok: true, value: {} });
  });

  test("suggests what to pass", () => {
    expect(
      messages(
        input("(query :string, at :datetime, user {id :int}) -> :any", { at: "today", user: {} }),
      ),
    ).toBe(
      [
        "- query: expected string, got nothing (pass query)",
        '- at: expected datetime, got string "today" (write it with its offset, as in 2026-01-31T09:30:00Z)',
        "- user.id: expected int, got nothing (add id to this map)",
      ].join("\n"),
    );
    expect(messages(input("(query :string) -> :any", undefined))).toBe(
      "- expected map {query :string}, got nothing",
    );
  });
});

describe("validation modes", () => {
  const counted = signature("(n :int) -> {count :int, rows [{id :int}]}");
  const others = { count: 1, rows: [{ id: 1, idd: 2, "odd key": 3, _secret: "hush" }] };

  test("strict converts nothing and refuses additional fields", () => {
    expect(messages(validateInput(counted, { n: "1" }, { mode: "strict" }))).toBe(
      '- n: expected int, got string "1"',
    );
    expect(messages(validateOutput(counted, others, { mode: "strict" }))).toBe(
      [
        "- rows[0].idd: expected no such field, got int 2 (did you mean id?)",
        '- rows[0]["odd key"]: expected no such field, got int 3 (remove it)',
        "- rows[0]._secret: expected no such field, got string (remove it)",
      ].join("\n"),
    );
    expect(validateOutput(counted, others).ok).toBe(true);
    expect(
      validateOutput(
        signature("{a :map, b_c :int}"),
        { a: { any: 1 }, "b-c": 1 },
        { mode: "strict" },
      ).ok,
    ).toBe(true);
    expect(
      messages(validateOutput(signature("{b_c :int}"), { b_c: 1, "b-c": 1 }, { mode: "strict" })),
    ).toBe("- b-c: expected no such field, got int 1 (did you mean b_c?)");
  });

  test("warn-only accepts every value and warns about violations", () => {
    expect(validateOutput(counted, { count: "1" }, { mode: "warn-only" })).toEqual({
      ok: true,
      value: { count: "1" },
      warnings: [
        'count: expected int, got string "1"',
        "rows: expected list of map {id :int}, got nothing (add :rows to the returned map)",
      ],
    });
    expect(validateInput(counted, { n: "1" }, { mode: "warn-only" })).toEqual({
      ok: true,
      value: { n: 1 },
      warnings: ['n: took string "1" as int 1'],
    });
  });

  test("disabled checks nothing", () => {
    const value = { count: "1" };
    expect(validateOutput(counted, value, { mode: "disabled" })).toEqual({ ok: true, value });
  });
});

describe("enum values", () => {
  test("suggests the most similar enum value", () => {
    expect(messages(output("{state #{open closed}}", { state: "opne" }))).toBe(
      '- state: expected one of open, closed, got string "opne" (did you mean "open"?)',
    );
    expect(messages(output("{state #{open closed}?}", { state: 1 }))).toBe(
      "- state: expected one of open, closed or nil, got int 1",
    );
  });
});
