import { Firewall } from "@ptc/core/firewall";
import { hideFirewalledJson } from "@ptc/core/internal/firewall";
import type { Json } from "@ptc/core/encoding";
import { withoutSecrets } from "@ptc/llm/adapter";
import fc from "fast-check";
import { expect, test } from "vitest";
import { isClearText } from "./clear-text.ts";

const secrets = [
  "sk-proj-abcdefgh1234567890",
  "github_pat_0123456789abcd",
  "xoxb-0123456789abcd",
  "AIzaSyA1234567890abcdefghijkl",
  "AKIA0123456789ABCDEF",
  "ya29.abcdefghijklmnop",
  "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0",
  "BEARER abcdefghijklmnop",
  "x-api-key: 0123456789",
  "API KEY=0123456789",
  "Proxy-Authorization: dXNlcjpwYXNz",
  "client_secret=abc123",
  "PassWord=abc",
  "https://host/v1?Key=abc",
  "https://host/v1?a=1&signature=abc",
  "https://user:pass@host/v1",
];

test.each(secrets)("doesn't count a text with the credential in %s as clear", (secret) => {
  for (const text of [secret, `a\n${secret}`, `"${secret}"`]) {
    expect(withoutSecrets(text)).not.toBe(text);
    expect(isClearText(JSON.stringify([text]))).toBe(false);
  }
});

test("counts common data as clear", () => {
  const row = {
    id: 7,
    name: "a name",
    unit_price: 12.5,
    at: "2026-01-02T03:04:05Z",
    tags: ["a-b"],
  };
  const others = ["mail@example.com", "https://example.com/a?b=1", "two\nlines", '"quoted"'];
  expect([row, ...others].map((value) => isClearText(JSON.stringify(value)))).toEqual(
    Array.from({ length: 5 }, () => true),
  );
});

test("a clear text has nothing that the rules of recordings hide", () => {
  const firewall = new Firewall();
  const piece = fc.oneof(
    fc.constantFrom(...secrets, "_token", "a_b", "user/_token", "\\u005f", "%22", "&quot;", "<"),
    fc.constantFrom(
      "\n",
      "\t",
      '"',
      "'",
      "\\",
      ":",
      "=",
      ",",
      "{",
      "}",
      "[",
      "|",
      " ",
      "_",
      "\u0001",
    ),
    fc.string({ maxLength: 3 }),
  );
  const text = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(""));
  const textsOf = (json: Json): readonly string[] =>
    typeof json === "string"
      ? [json]
      : typeof json === "object" && json !== null
        ? Object.entries(json).flatMap(([name, item]: [string, Json]) => [name, ...textsOf(item)])
        : [];
  fc.assert(
    fc.property(
      fc.array(
        fc.dictionary(
          text,
          fc.oneof(
            text,
            text.map((item) => [item]),
          ),
        ),
      ),
      (json) => {
        if (!isClearText(JSON.stringify(json))) return;
        for (const part of textsOf(json)) {
          expect(firewall.hides(part)).toBe(false);
          expect(withoutSecrets(hideFirewalledJson(part, firewall))).toBe(part);
        }
      },
    ),
    { numRuns: process.env["PTC_TESTS"] === undefined ? 1_000 : 5_000 },
  );
});
