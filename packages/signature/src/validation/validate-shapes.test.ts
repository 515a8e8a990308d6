// Tests values whose shape differs from the signature: keys, hostile data, arguments as text.

import { describe, expect, test } from "vitest";
import { signature } from "../parse-signature.ts";
import { validateInput, validateOutput } from "./validate.ts";
import { violationsText, type ValidationResult } from "./violation.ts";

const output = (text: string, value: unknown): ValidationResult =>
  validateOutput(signature(text), value);

/** Returns the messages of a refusal as lines, or "accepted". */
function messages(result: ValidationResult): string {
  return result.ok ? "accepted" : violationsText(result);
}

const date = new Date("2026-01-31T09:30:00Z");

describe("keys in other spellings", () => {
  test("returns a copy with field names as in the signature", () => {
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

  test("matches hyphens for underscores, underscores for hyphens, and mixtures", () => {
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

  test("prefers the exact key and keeps the other one", () => {
    const value = { "due-date": 1, due_date: 2 };
    const result = output("{due_date :int}", value);
    expect(result.ok && result.value).toBe(value);
  });

  test("renames the keys of a Map", () => {
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

  test("returns the value itself if every key has the signature's spelling", () => {
    const value = { rows: [{ id: 1, at: date }], zero: -0 };
    const result = output("{rows [{id :int, at :datetime}], zero :float}", value);
    expect(result.ok && result.value).toBe(value);
  });

  test("treats the names of Object.prototype as ordinary keys", () => {
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

  test("reads accessors, and treats one that throws as a missing field", () => {
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

describe("hostile shapes", () => {
  const nested = (levels: number, wrap: (inner: unknown) => unknown): unknown => {
    let value: unknown = 1;
    for (let level = 0; level < levels; level++) value = wrap(value);
    return value;
  };

  test("refuses a value that contains itself if its type is :any or :map", () => {
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

  test("checks a value that contains itself as deep as its type goes", () => {
    const cyclic: Record<string, unknown> = { id: 1 };
    cyclic["self"] = cyclic;
    expect(output("{self {self {id :int}}}", cyclic)).toMatchObject({ ok: true });
    expect(messages(output("{self {self {id :string}}}", cyclic))).toBe(
      "- self.self.id: expected string, got int 1",
    );
  });

  test("accepts data of 512 levels and refuses deeper data", () => {
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

  test("counts the depth of shared data at its deepest use", () => {
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

  test("visits data shared at 60 levels once instead of 2^60 times", () => {
    const shared = nested(60, (inner) => [inner, inner]);
    expect(output(":any", shared).ok).toBe(true);
    const brackets = (type: string) => "[".repeat(60) + type + "]".repeat(60);
    expect(output(brackets(":int"), shared).ok).toBe(true);
    const refused = output(brackets(":string"), shared);
    expect(refused).toMatchObject({ ok: false, omitted: 2 ** 60 - 20 });
    expect(new Set(refused.ok ? [] : refused.violations.map(({ path }) => path)).size).toBe(20);
  });

  test("searches the keys of a wide map once, no matter how often the map is used", () => {
    const wide = Object.fromEntries(
      Array.from({ length: 50_000 }, (_, index) => [`key_${String(index)}`, index]),
    );
    expect(
      output("[{zip_code :string?, full_name :string?}]", Array<object>(10_000).fill(wide)).ok,
    ).toBe(true);
  });

  test("checks a list of a million elements in linear time", { timeout: 20_000 }, () => {
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

describe("arguments that a model wrote as strings", () => {
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

  test("converts the arguments, with one warning each that hides firewalled values", () => {
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
  ])("refuses an unconvertible value for %s: %j", (type, value) => {
    expect(validateInput(signature(`(a ${type}) -> :any`), { a: value }).ok).toBe(false);
  });

  test("converts shared lists in one visit", () => {
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

test("visits each of a million elements once", { tags: "full" }, () => {
  const rows = Array.from({ length: 1_000_000 }, (_, id) => ({ id }));
  expect(output("[{id :int}]", rows)).toEqual({ ok: true, value: rows });
  rows[999_999] = { id: 0.5 };
  expect(messages(output("[{id :int}]", rows))).toBe("- [999999].id: expected int, got float 0.5");
});
