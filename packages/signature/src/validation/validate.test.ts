import { describe, expect, test } from "vitest";
import { signature } from "../parse-signature.ts";
import { validateInput, validateOutput } from "./validate.ts";
import { violationsText, type ValidationResult } from "./violation.ts";

const output = (text: string, value: unknown): ValidationResult =>
  validateOutput(signature(text), value);
const input = (text: string, value: unknown): ValidationResult =>
  validateInput(signature(text), value);

/** The messages of a refusal as lines, or that the value was accepted. */
function messages(result: ValidationResult): string {
  return result.ok ? "accepted" : violationsText(result);
}

const date = new Date("2026-01-31T09:30:00Z");

describe("what each type takes", () => {
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

describe("a violation names the place, what was expected and what was there", () => {
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
    [":int", 2n ** 60n, "expected int, got int 1152921504606846976 (beyond ±9007199254740991)"],
    [
      ":int",
      10n ** 100_000n,
      "expected int, got int of more than 80 digits (beyond ±9007199254740991)",
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
    [":map", /a/, "expected map, got object that is no map"],
    [":string", () => 1, "expected string, got function"],
    [":string", Symbol("s"), "expected string, got symbol"],
  ])("%s", (text, value, message) => {
    expect(messages(output(text, value))).toBe(`- ${message}`);
  });

  test("as data too", () => {
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

  test("all of them, in the order of the signature", () => {
    expect(messages(output("{a :int, b [:string], c :bool}", { c: 1, b: ["x", 2, 3] }))).toBe(
      [
        "- a: expected int, got nothing (add :a to the returned map)",
        "- b[1]: expected string, got int 2",
        "- b[2]: expected string, got int 3",
        "- c: expected bool, got int 1",
      ].join("\n"),
    );
  });

  test("of more than twenty, twenty are listed and the rest is counted", () => {
    const result = output("[:int]", Array<string>(1000).fill("x"));
    expect(result).toMatchObject({ ok: false, omitted: 980 });
    expect(messages(result).split("\n").slice(-2)).toEqual([
      '- [19]: expected int, got string "x"',
      "- and 980 more",
    ]);
  });

  test("with long and unprintable values shortened and escaped", () => {
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

describe("what a firewalled field holds is never shown", () => {
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

  test("and the fields after it are shown again", () => {
    expect(messages(output("{a {_b :int, c :int}}", { a: { _b: "secret", c: "open" } }))).toBe(
      '- a._b: expected int, got string\n- a.c: expected int, got string "open"',
    );
  });
});

describe("input", () => {
  test("is a map of the parameters; further ones are allowed", () => {
    const value = { query: "x", more: true };
    expect(input("(query :string, limit :int?) -> :any", value)).toEqual({ ok: true, value });
    expect(input("() -> :any", {})).toEqual({ ok: true, value: {} });
  });

  test("is told what to pass", () => {
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

describe("keys meet fields however they are spelled", () => {
  test("and come out as the signature spells them, in their order, in a copy", () => {
    const row = { "due-date": "today", id: 1, "line-items": [{ "unit-price": 2 }] };
    const value = Object.freeze([Object.freeze(row)]);
    const result = output("[{id :int, due_date :string, line_items [{unit_price :int}]}]", value);
    expect(result).toEqual({
      ok: true,
      value: [{ due_date: "today", id: 1, line_items: [{ unit_price: 2 }] }],
    });
    expect(result.ok && Object.keys((result.value as object[])[0] ?? {})).toEqual([
      "due_date",
      "id",
      "line_items",
    ]);
  });

  test("the reverse too, and mixed", () => {
    expect(output("{content-type :string}", { content_type: "a" })).toEqual({
      ok: true,
      value: { "content-type": "a" },
    });
    expect(output("{a_b_c :int}", { "a-b_c": 1 })).toEqual({ ok: true, value: { a_b_c: 1 } });
    expect(output("{_raw_ids :any}", { "_raw-ids": 1 })).toEqual({
      ok: true,
      value: { _raw_ids: 1 },
    });
  });

  test("the exact key wins, and the other stays what it was", () => {
    const value = { "due-date": 1, due_date: 2 };
    const result = output("{due_date :int}", value);
    expect(result.ok && result.value).toBe(value);
  });

  test("in a Map", () => {
    expect(
      output(
        "{due_date :int}",
        new Map<unknown, unknown>([
          [1, "one"],
          ["due-date", 2],
        ]),
      ),
    ).toEqual({
      ok: true,
      value: new Map<unknown, unknown>([
        [1, "one"],
        ["due_date", 2],
      ]),
    });
  });

  test("where nothing is spelled another way, the result is the value itself", () => {
    const value = { rows: [{ id: 1, at: date }], zero: -0 };
    const result = output("{rows [{id :int, at :datetime}], zero :float}", value);
    expect(result.ok && result.value).toBe(value);
  });

  test("names of Object.prototype are ordinary keys", () => {
    expect(messages(output("{constructor :any?, __proto__ :int, toString :string}", {}))).toBe(
      [
        "- __proto__: expected int, got nothing (add :__proto__ to the returned map)",
        "- toString: expected string, got nothing (add :toString to the returned map)",
      ].join("\n"),
    );
    const value = JSON.parse('{"__proto__": {"due-date": 1}}') as unknown;
    const result = output("{__proto__ {due_date :int}}", value);
    expect(JSON.stringify(result)).toBe('{"ok":true,"value":{"__proto__":{"due_date":1}}}');
    expect(({} as Record<string, unknown>)["due_date"]).toBe(undefined);
  });

  test("an accessor is read, and one that throws reads as nothing", () => {
    const value = {
      get id() {
        return 1;
      },
      get name(): string {
        throw new Error("no");
      },
    };
    expect(output("{id :int}", value)).toEqual({ ok: true, value });
    expect(messages(output("{name :string}", value))).toBe(
      "- name: expected string, got nothing (add :name to the returned map)",
    );
  });
});

describe("hostile shapes end", () => {
  const nested = (levels: number, wrap: (inner: unknown) => unknown): unknown => {
    let value: unknown = 1;
    for (let level = 0; level < levels; level++) value = wrap(value);
    return value;
  };

  test("a value that contains itself is refused where nothing describes it", () => {
    const cyclic: Record<string, unknown> = { id: 1 };
    cyclic["self"] = [new Map([["again", cyclic]])];
    expect(messages(output(":any", cyclic))).toBe(
      "- expected any, got a value that contains itself",
    );
    expect(messages(output("{meta :map}", { meta: cyclic }))).toBe(
      "- meta: expected map, got a value that contains itself",
    );
    expect(messages(output("[{_meta :any}]", [{ _meta: cyclic }]))).toBe(
      "- [0]._meta: expected any, got a value that contains itself",
    );
  });

  test("and read as far as the type goes where something does", () => {
    const cyclic: Record<string, unknown> = { id: 1 };
    cyclic["self"] = cyclic;
    expect(output("{self {self {id :int}}}", cyclic)).toMatchObject({ ok: true });
    expect(messages(output("{self {self {id :string}}}", cyclic))).toBe(
      "- self.self.id: expected string, got int 1",
    );
  });

  test("data of 512 levels passes, deeper data is refused", () => {
    expect(
      output(
        ":any",
        nested(512, (inner) => [inner]),
      ).ok,
    ).toBe(true);
    expect(
      messages(
        output(
          ":any",
          nested(513, (inner) => [inner]),
        ),
      ),
    ).toBe("- expected any, got data that is nested too deep");
    expect(
      messages(
        output(
          ":map",
          nested(100_000, (inner) => ({ inner })),
        ),
      ),
    ).toBe("- expected map, got data that is nested too deep");
    expect(
      messages(
        output(
          "[[:any]]",
          nested(100_000, (inner) => [inner]),
        ),
      ),
    ).toBe("- [0][0]: expected any, got data that is nested too deep");
  });

  test("the depth of shared data counts where it is deepest", () => {
    const shared = nested(400, (inner) => [inner, ...Array<number>(40).fill(0)]);
    expect(output(":any", [shared, nested(100, (inner) => [inner])]).ok).toBe(true);
    const deep = nested(200, (inner) => [inner]) as unknown[];
    deep[0] = shared;
    expect(output(":any", [shared, deep]).ok).toBe(true);
    let deeper: unknown = shared;
    for (let level = 0; level < 200; level++) deeper = [deeper];
    expect(messages(output(":any", [shared, deeper]))).toBe(
      "- expected any, got data that is nested too deep",
    );
  });

  test("data shared on every level is walked once, not two to the sixtieth times", () => {
    const shared = nested(60, (inner) => [inner, inner]);
    expect(output(":any", shared).ok).toBe(true);
    const brackets = (type: string) => "[".repeat(60) + type + "]".repeat(60);
    expect(output(brackets(":int"), shared).ok).toBe(true);
    const refused = output(brackets(":string"), shared);
    expect(refused).toMatchObject({ ok: false, omitted: 2 ** 60 - 20 });
    expect(new Set(refused.ok ? [] : refused.violations.map(({ path }) => path)).size).toBe(20);
  });

  test("a wide map is looked through once, however many places it stands in", () => {
    const wide = Object.fromEntries(
      Array.from({ length: 50_000 }, (_, index) => [`key_${String(index)}`, index]),
    );
    expect(
      output("[{zip_code :string?, full_name :string?}]", Array<object>(10_000).fill(wide)).ok,
    ).toBe(true);
  });

  test("a list of a million elements is checked in linear time", { timeout: 20_000 }, () => {
    const million = 1_000_000;
    const numbers = Array.from({ length: million }, (_, index) => index);
    expect(output("[:int]", numbers).ok).toBe(true);
    expect(output("{_rows :any}", { _rows: numbers }).ok).toBe(true);
    expect(output("[:string]", numbers)).toMatchObject({ ok: false, omitted: million - 20 });
    const rows = numbers.slice(0, 100_000).map((id) => ({ id, "full-name": "a", tags: ["x"] }));
    expect(output("[:map]", rows).ok).toBe(true);
    const renamed = output(
      "[{id :int, full_name :string, zip_code :string?, tags [:string]}]",
      rows,
    );
    expect(renamed.ok && (renamed.value as unknown[]).length).toBe(rows.length);
  });
});

describe("arguments that a model wrote as text", () => {
  const search = signature(
    "(limit :int?, rate :float, exact :bool, since :datetime, ids [:int], _key :int) -> :any",
  );
  const given = {
    limit: "42",
    rate: " 1.5e3 ",
    exact: "true",
    since: "2026-01-31T10:30:00+01:00",
    ids: [1, "-2"],
    _key: "7",
  };

  test("are taken as what they say, with a warning each that shows nothing firewalled", () => {
    expect(validateInput(search, given)).toEqual({
      ok: true,
      value: { limit: 42, rate: 1500, exact: true, since: date, ids: [1, -2], _key: 7 },
      warnings: [
        'limit: took string "42" as int 42',
        'rate: took string " 1.5e3 " as int 1500',
        'exact: took string "true" as bool true',
        'since: took string "2026-01-31T10:30:00+01:00" as datetime 2026-01-31T09:30:00.000Z',
        'ids[1]: took string "-2" as int -2',
        "_key: took string as int",
      ],
    });
    expect(given.ids).toEqual([1, "-2"]);
  });

  test.each<[string, unknown]>([
    [":int", "4.0"],
    [":int", ""],
    [":int", "0x10"],
    [":int", "9007199254740993"],
    [":int", true],
    [":float", "NaN"],
    [":float", "1,5"],
    [":float", "1e999"],
    [":bool", "yes"],
    [":bool", 1],
    [":datetime", "2026-01-31"],
    [":datetime", "2026-01-31T09:30:00"],
    [":datetime", "2026-02-30T09:30:00Z"],
    [":datetime", 0],
    [":string", 42],
    ["[:int]", "[1]"],
  ])("say nothing for %s: %j", (type, value) => {
    expect(validateInput(signature(`(a ${type}) -> :any`), { a: value }).ok).toBe(false);
  });

  test("are taken in one walk, however often they are shared", () => {
    let shared: unknown = Array.from({ length: 40 }, () => "1");
    let type = "[:int]";
    for (let level = 0; level < 30; level++) {
      shared = [shared, shared];
      type = `[${type}]`;
    }
    const result = validateInput(signature(`(a ${type}) -> :any`), { a: shared });
    expect(result.warnings).toHaveLength(21);
    expect(result.warnings?.at(-1)).toBe(`and ${String(40 * 2 ** 30 - 20)} more`);
  });
});

describe("a mode", () => {
  const counted = signature("(n :int) -> {count :int, rows [{id :int}]}");
  const further = { count: 1, rows: [{ id: 1, idd: 2, "odd key": 3, _secret: "hush" }] };

  test("strict takes nothing as something else and refuses further fields", () => {
    expect(messages(validateInput(counted, { n: "1" }, { mode: "strict" }))).toBe(
      '- n: expected int, got string "1"',
    );
    expect(messages(validateOutput(counted, further, { mode: "strict" }))).toBe(
      [
        "- rows[0].idd: expected no such field, got int 2 (did you mean id?)",
        '- rows[0]["odd key"]: expected no such field, got int 3 (remove it)',
        "- rows[0]._secret: expected no such field, got string (remove it)",
      ].join("\n"),
    );
    expect(validateOutput(counted, further).ok).toBe(true);
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

  test("warn-only accepts, and says what does not fit", () => {
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

  test("disabled looks at nothing", () => {
    const value = { count: "1" };
    expect(validateOutput(counted, value, { mode: "disabled" })).toEqual({ ok: true, value });
  });
});

describe("an enum", () => {
  test("suggests the value that was probably meant", () => {
    expect(messages(output("{state #{open closed}}", { state: "opne" }))).toBe(
      '- state: expected one of open, closed, got string "opne" (did you mean "open"?)',
    );
    expect(messages(output("{state #{open closed}?}", { state: 1 }))).toBe(
      "- state: expected one of open, closed or nil, got int 1",
    );
  });
});

test("a million elements are walked once", () => {
  const rows = Array.from({ length: 1_000_000 }, (_, id) => ({ id }));
  expect(output("[{id :int}]", rows)).toEqual({ ok: true, value: rows });
  rows[999_999] = { id: 0.5 };
  expect(messages(output("[{id :int}]", rows))).toBe("- [999999].id: expected int, got float 0.5");
});
