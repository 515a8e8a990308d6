import { describe, expect, test } from "vitest";
import { fromHostJson, hostJson, textJson } from "./host-json.ts";
import { jsonLine } from "./json-line.ts";

describe("host values as JSON", () => {
  test.each([
    [null, null],
    [undefined, null],
    [1.5, 1.5],
    [NaN, { $number: "NaN" }],
    [-Infinity, { $number: "-Infinity" }],
    [10n ** 20n, { $integer: "100000000000000000000" }],
    [new Date(0), "1970-01-01T00:00:00.000Z"],
    [new Date(NaN), null],
    [new Set([1, 2n]), [1, { $integer: "2" }]],
    [new Map([["a", new Map([["b", [1]]])]]), { a: { b: [1] } }],
    [
      new Map<unknown, unknown>([
        [1, "one"],
        [null, 2],
      ]),
      {
        $map: [
          [1, "one"],
          [null, 2],
        ],
      },
    ],
    [new Map([["$integer", "1"]]), { $map: [["$integer", "1"]] }],
    [{ $set: [1] }, { $map: [["$set", [1]]] }],
    [{ $ref: "#/a" }, { $ref: "#/a" }],
    [{ $text: "x" }, { $map: [["$text", "x"]] }],
    [textJson("…"), { $map: [["$text", "…"]] }],
  ])("writes %o as %j", (value, json) => {
    expect(hostJson(value)).toEqual(json);
  });

  test("treats __proto__ and constructor as ordinary keys", () => {
    const json = hostJson(new Map([["__proto__", { constructor: 1 }]])) as object;
    expect(Object.keys(json)).toEqual(["__proto__"]);
    expect(JSON.stringify(json)).toBe('{"__proto__":{"constructor":1}}');
    expect(JSON.stringify(fromHostJson(JSON.parse('{"__proto__":[1]}')))).toBe('{"__proto__":[1]}');
  });

  test.each([
    1,
    "a",
    [1n, { a: NaN }],
    new Map<unknown, unknown>([[1, new Map([["$number", "NaN"]])]]),
  ])("restores %o from its JSON", (value) => {
    const json: unknown = JSON.parse(JSON.stringify(hostJson(value)));
    expect(fromHostJson(json)).toEqual(value);
  });

  test.each([{ $integer: "x" }, { $integer: "1", other: 2 }, { $map: [[1]] }, { $number: "1" }])(
    "reads %j, which doesn't fit its tag, as plain data",
    (json) => {
      expect(fromHostJson(json)).toEqual(json);
    },
  );
});

test("escapes characters that would break a line of JSON or control a terminal", () => {
  const line = jsonLine({ text: "a\u2028b\u0085c\u009bd\u202ee\n\u001b" });
  expect(line).toBe('{"text":"a\\u2028b\\u0085c\\u009bd\\u202ee\\n\\u001b"}');
  expect(JSON.parse(line ?? "")).toEqual({ text: "a\u2028b\u0085c\u009bd\u202ee\n\u001b" });
});
