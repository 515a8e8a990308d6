import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hideFirewalledJson } from "./hide-json-fields.ts";

describe("firewalled fields of JSON in a text", () => {
  test.each([
    ['{"_token":"x"}', '{"_token":"<Firewalled>"}'],
    [
      'a row: {"id": 1, "_token" : "x", "b": 2} and more',
      'a row: {"id": 1, "_token" : "<Firewalled>", "b": 2} and more',
    ],
    ['{"_n": -1.5e3}', '{"_n": "<Firewalled>"}'],
    ['{"_rows":[{"a":"]}"},2],"b":3}', '{"_rows":"<Firewalled>","b":3}'],
    ['{"user/_id":5}', '{"user/_id":"<Firewalled>"}'],
    [
      String.raw`"{\"_token\":\"x\\\"y\",\"b\":1}"`,
      String.raw`"{\"_token\":\"<Firewalled>\",\"b\":1}"`,
    ],
    [
      String.raw`"{\"_a\":{\"b\":\"}\"}}" "{\"c\":1}"`,
      String.raw`"{\"_a\":\"<Firewalled>\"}" "{\"c\":1}"`,
    ],
    ['{"_cut":"the secr', '{"_cut":"<Firewalled>"'],
    [String.raw`"{\"_cut\":\"the sec..." and`, String.raw`"{\"_cut\":\"<Firewalled>\"" and`],
  ])("%s", (text, hidden) => {
    expect(hideFirewalledJson(text)).toBe(hidden);
  });

  test.each([
    '{"a":"_b"}',
    '"_name" is a word',
    "a_b/_c",
    '["_a","b"]',
    '{"_a"',
    '{:_a "x"}',
    '"_a":',
  ])("are all that is touched: %s", (text) => {
    expect(hideFirewalledJson(text)).toBe(text);
  });

  test("are found in any JSON, however often it is written into a text of its own", () => {
    const secret = "canary-4711";
    const plain = fc
      .jsonValue({ maxDepth: 2 })
      .filter((value) => !JSON.stringify(value).includes("_"));
    const value = fc.letrec((tie) => ({
      any: fc.oneof(
        { maxDepth: 4 },
        plain,
        fc.array(tie("any"), { maxLength: 3 }),
        fc
          .tuple(tie("any"), tie("any"))
          .map(([left, right]) => ({ left, _token: secret, right, _deep: [left, { secret }] })),
      ),
    })).any;
    fc.assert(
      fc.property(value, fc.nat(2), (data, levels) => {
        let text = JSON.stringify(data);
        for (let level = 0; level < levels; level++) text = JSON.stringify(text);
        const hidden = hideFirewalledJson(text);
        expect(hidden).not.toContain(secret);
        let read: unknown = JSON.parse(hidden);
        for (let level = 0; level < levels; level++) read = JSON.parse(read as string);
        expect(read).toEqual(masked(JSON.parse(JSON.stringify(data))));
      }),
      { numRuns: 500 },
    );
  });

  test("never throws, whatever the text", () => {
    const piece = fc.constantFrom(
      '"_a"',
      '"',
      "\\",
      ":",
      "{",
      "}",
      "[",
      "]",
      ",",
      "x",
      '\\"_b\\":',
      " ",
      "/_",
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 40 }),
        (pieces) => typeof hideFirewalledJson(pieces.join("")) === "string",
      ),
    );
  });
});

function masked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(masked);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      name.startsWith("_") ? "<Firewalled>" : masked(item),
    ]),
  );
}
