import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { firewallByName } from "../values/internal.ts";
import { hideFirewalledCode, hideFirewalledJson } from "./hide-json-fields.ts";

describe("hideFirewalledJson", () => {
  test.each([
    ['{"_token":"x"}', '{"_token":"<Firewalled>"}'],
    [
      'a row: {"id": 1, "_token" : "x", "b": 2} and more',
      'a row: {"id": 1, "_token" : "<Firewalled>", "b": 2} and more',
    ],
    [
      '{(keyword "_user pin") "x", (keyword "_b c") {:d 1}, :e 2}',
      '{(keyword "_user pin") <Firewalled>, (keyword "_b c") <Firewalled>, :e 2}',
    ],
    ['[(keyword "_user pin") (keyword "b c")]', '[(keyword "_user pin") (keyword "b c")]'],
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
    // Names with escapes, long names, whitespace of any length.
    [String.raw`{"\u005ftoken":"x"}`, String.raw`{"\u005ftoken":"<Firewalled>"}`],
    [String.raw`{"_to\"ken":"x","b":1}`, String.raw`{"_to\"ken":"<Firewalled>","b":1}`],
    [`{"_${"a".repeat(500)}":"x"}`, `{"_${"a".repeat(500)}":"<Firewalled>"}`],
    [
      `{"_a"${" ".repeat(99)}:${"\n".repeat(99)}"x"}`,
      `{"_a"${" ".repeat(99)}:${"\n".repeat(99)}"<Firewalled>"}`,
    ],
    // Escaped whitespace, in JSON inside a text.
    [
      String.raw`"{\n \"_a\"\n\n  :\n\t\"x\"\n}"`,
      String.raw`"{\n \"_a\"\n\n  :\n\t\"<Firewalled>\"\n}"`,
    ],
    [
      String.raw`"\"{\\n\\\"_a\\\"\\r\\n:\\t7}\""`,
      String.raw`"\"{\\n\\\"_a\\\"\\r\\n:\\t\\\"<Firewalled>\\\"}\""`,
    ],
    [
      JSON.stringify(JSON.stringify([["_token", "x1"]], null, 2)),
      JSON.stringify(JSON.stringify([["_token", "<Firewalled>"]], null, 2)),
    ],
    // Map entries as pairs, at any position of a list.
    ['[["_token", "x"], ["id", 1]]', '[["_token", "<Firewalled>"], ["id", 1]]'],
    ['[["id",1],["_rows",[1,[2]]]]', '[["id",1],["_rows","<Firewalled>"]]'],
    [String.raw`"[\"_a\", 12]"`, String.raw`"[\"_a\", \"<Firewalled>\"]"`],
    // EDN, and JSON-like text with other separators.
    ['{:id 1, :_a "x", :b 2}', "{:id 1, :_a <Firewalled>, :b 2}"],
    ['{:user/_a {:b [1 "]"]} :c 3}', "{:user/_a <Firewalled> :c 3}"],
    [String.raw`"{:_a \"x y\" :b 1}"`, String.raw`"{:_a <Firewalled> :b 1}"`],
    ['{"id" 1, "_a" "x"}', '{"id" 1, "_a" "<Firewalled>"}'],
    ['[:_a "x"]', "[:_a <Firewalled>]"],
    ['{:_a #inst "2026-01-02", :b 1}', "{:_a <Firewalled>, :b 1}"],
    ["{:_a :secret, :b 1}", "{:_a <Firewalled>, :b 1}"],
    ["_pin=12&b=1", "_pin=<Firewalled>&b=1"],
    ["_pin: 12, b: 1", "_pin: <Firewalled>, b: 1"],
    ['_pin = "x y"; b', "_pin = <Firewalled>; b"],
    ['{"_cut":"the secr', '{"_cut":"<Firewalled>"'],
    [String.raw`"{\"_cut\":\"the sec..." and`, String.raw`"{\"_cut\":\"<Firewalled>\"" and`],
  ])("hides firewalled fields in %s", (text, hidden) => {
    expect(hideFirewalledJson(text)).toBe(hidden);
  });

  test.each([
    '{"a":"_b"}',
    '"_name" is a word',
    "a_b/_c",
    '["a","_b","c"]',
    '["_a","b","c"]',
    '["id" "_b" "name"]',
    '{"_a"',
    "(sum-by :_pin rows)",
    "if _a == 5",
    "_a:b",
    "a_b=5",
    '"_a":',
  ])("does not change a text without firewalled fields: %s", (text) => {
    expect(hideFirewalledJson(text)).toBe(text);
  });

  test("hides firewalled fields in any JSON, also in JSON nested in JSON strings", () => {
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

  test("never throws, for any text", () => {
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

describe("hideFirewalledCode", () => {
  test.each([
    "(tool/pay {:_to data/_iban :note 1})",
    "(let [to (:_iban data/user)] (tool/pay {:id 7, :_to to}))",
    "{:_to (:_iban (first data/users))}",
    "{:a 1, :_to (-> data/user :_bank :_iban)}",
    "{:user/_to (get-in data/user [:bank :_iban])}",
  ])("shows what a program reads or computes: %s", (program) => {
    expect(hideFirewalledCode(program, firewallByName)).toBe(program);
    expect(hideFirewalledJson(program)).not.toBe(program);
  });

  test.each([
    '{:_to "DE89"}',
    "{:_to 4711}",
    "{:_to :secret}",
    '{:_to (str "DE" data/x)}',
    "{:_to (+ 4711 data/x)}",
    String.raw`{:_to (str \D \E)}`,
    '{:_to (str #"DE")}',
    "{:_to [data/x]}",
    '{"_to" data/x}',
    "_to: data/x",
    '{"_to": "data/x"}',
  ])("hides values in other fields, as in data: %s", (text) => {
    expect(hideFirewalledCode(text, firewallByName)).toContain("<Firewalled>");
    expect(hideFirewalledCode(text, firewallByName)).toBe(hideFirewalledJson(text));
  });

  test("takes time in proportion to the text", () => {
    const text = "{:_a (".repeat(20_000);
    expect(hideFirewalledCode(text, firewallByName)).toContain("<Firewalled>");
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
