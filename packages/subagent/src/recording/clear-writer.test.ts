import { encodedValue, maskedJson } from "@ptc/core/internal/stored";
import { Firewall } from "@ptc/core/firewall";
import fc from "fast-check";
import { expect, test } from "vitest";
import { clearTextOf } from "./clear-writer.ts";
import { HiddenJson } from "./hidden-json.ts";

const meter = { spend: () => undefined };

const secrets = [
  "sk-proj-abcdefgh1234567890",
  "AKIA0123456789ABCDEF",
  "AIzaSyA1234567890abcdefghijkl",
  "ya29.abcdefghijklmnop",
  "eyJhbGciOiJIUzI1NiJ9",
  "Bearer abcdefghijklmnop",
  "password=abc",
  "a _token b",
  "_token",
  '{"_token": 1}',
  "//user:pass@host",
  "<Firewalled 1>",
  "%22_a%22",
];

test.each(secrets)("leaves %s to the mask", (text) => {
  for (const value of [text, [text, 1], { note: text }, { note: `see ${text} here` }])
    expect(clearTextOf(value)).toBeUndefined();
});

test("leaves names of firewalled fields to the mask, and writes names that only name a secret", () => {
  for (const name of ["_token", "__token", "a__b"])
    expect(clearTextOf({ [name]: 1 })).toBeUndefined();
  expect(clearTextOf({ accessToken: "abc", a_b: 1 })).toBe('{"accessToken":"abc","a_b":1}');
});

test("writes the same text as the encoder and the mask, and leaves all other data", () => {
  const name = fc.constantFrom(
    "a",
    "_b",
    "a_b",
    "7",
    ":a",
    "$map",
    "",
    "toJSON",
    "é",
    "constructor",
  );
  const text = fc.oneof(
    fc.string({ maxLength: 12 }),
    fc.constantFrom("plain words, and more of them", "a\nb", '"', "\ud800", "é", "a_b", "x=1"),
    fc.constantFrom(...secrets),
  );
  const leaf = fc.oneof(
    text,
    fc.double(),
    fc.boolean(),
    fc.constantFrom(null, undefined, -0, 1e21, 7n, new Date(0), new Set([1]), /a/, () => 1),
  );
  const { data } = fc.letrec((tie) => ({
    data: fc.oneof(
      { maxDepth: 4 },
      leaf,
      fc.array(tie("data"), { maxLength: 3 }),
      fc.dictionary(name, tie("data"), { maxKeys: 3 }),
    ),
  }));
  const hiding = new HiddenJson(new Firewall());
  let written = 0;
  fc.assert(
    fc.property(data, (value) => {
      const clear = clearTextOf(value);
      if (clear === undefined) return;
      written += 1;
      const json = encodedValue(value, meter);
      expect(clear).toBe(JSON.stringify(json));
      expect(hiding.json(json)).toBe(json);
      expect(hiding.madeJson(json)).toBe(json);
      expect(
        maskedJson(json, {
          hides: (each) => each.startsWith("_"),
          field: () => "hidden",
          text: (each) => hiding.text(each),
          number: (each) => each,
          name: (each) => hiding.text(each),
        }),
      ).toBe(json);
    }),
    { numRuns: 3_000 },
  );
  expect(written).toBeGreaterThan(300);
});

test("leaves large and deep data, and proxies that throw, to the encoder", () => {
  let deep: unknown = 1;
  for (let level = 0; level < 30; level++) deep = [deep];
  const hostile = new Proxy(
    { a: 1 },
    {
      get: () => {
        throw new Error("no");
      },
    },
  );
  for (const value of [
    deep,
    "x".repeat(1_000_000),
    Array.from({ length: 200_000 }, () => 1),
    hostile,
  ])
    expect(clearTextOf(value)).toBeUndefined();
});
