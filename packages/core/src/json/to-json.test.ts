import { describe, expect, test } from "vitest";
import { Keyword, Vector, fromHost, type Value } from "../values/index.ts";
import { fromJson } from "./from-json.ts";
import { toJson } from "./to-json.ts";

const id = 1234567890123456789n;

describe("values as JSON text", () => {
  test.each<[unknown, string]>([
    [null, "null"],
    [undefined, "null"],
    [true, "true"],
    [1.5, "1.5"],
    [-0, "-0"],
    [Infinity, '"Infinity"'],
    [-Infinity, '"-Infinity"'],
    [NaN, '"NaN"'],
    ['a"\n\u2028\ud800', JSON.stringify('a"\n\u2028\ud800')],
    [id, '"1234567890123456789"'],
    [{ a: undefined, b: [undefined] }, '{"b":[null]}'],
    [Array<unknown>(2), "[null,null]"],
    [[new Date(0)], '["1970-01-01T00:00:00.000Z"]'],
    [new Set([1, new Set(["a"])]), '[1,["a"]]'],
    [new Map([["a", new Map([["b", id]])]]), '{"a":{"b":"1234567890123456789"}}'],
    [
      new Map<unknown, unknown>([
        [1, "one"],
        [null, 2],
        [true, 3],
        [id, 4],
        [NaN, 5],
        [new Date(0), 6],
      ]),
      '{"1":"one","nil":2,"true":3,"1234567890123456789":4,"##NaN":5,"1970-01-01T00:00:00.000Z":6}',
    ],
    [new Map<unknown, unknown>([[[1, 2], "pair"]]), '[[[1,2],"pair"]]'],
    [
      new Map<unknown, unknown>([
        [1, "number"],
        ["1", "text"],
      ]),
      '[[1,"number"],["1","text"]]',
    ],
    [new Uint8Array([1, 255]), "[1,255]"],
    [new Float32Array([0.5, Infinity]), '[0.5,"Infinity"]'],
    [new BigInt64Array([id]), '["1234567890123456789"]'],
    [{ toJSON: () => ({ id }) }, '{"id":"1234567890123456789"}'],
    [new URL("https://x.example/"), '"https://x.example/"'],
    [JSON.parse('{"__proto__":1}'), '{"__proto__":1}'],
    [Object.create(null), "{}"],
    [
      Vector.of<Value>([new Keyword("a"), fromHost(new Set([id]))]),
      '["a",["1234567890123456789"]]',
    ],
    [fromHost({ a: [1n, 2] }), '{"a":[1,2]}'],
  ])("writes %o as %s", (value, text) => {
    expect(toJson(value)).toBe(text);
    expect(() => JSON.parse(text) as unknown).not.toThrow();
  });

  test("writes a bigint as the option says, and reads back every digit of a number", () => {
    const value = { ids: [[id, -9007199254740993n]], n: 1 };
    expect(toJson(value)).toBe('{"ids":[["1234567890123456789","-9007199254740993"]],"n":1}');
    const exact = toJson(value, { bigint: "number" });
    expect(exact).toBe('{"ids":[[1234567890123456789,-9007199254740993]],"n":1}');
    expect(fromJson(exact)).toEqual(value);
    expect(() => toJson(value, { bigint: "error" })).toThrow(
      new TypeError(
        'toJson: ids[0][0]: 1234567890123456789 is a bigint, which bigint: "error" rejects; use bigint: "string" or "number"',
      ),
    );
  });

  test("refuses a cycle, data that is too deep, and a function, and names the location", () => {
    const circle: Record<string, unknown> = { rows: [{}] };
    (circle["rows"] as object[])[0] = { up: circle };
    expect(() => toJson(circle)).toThrow("toJson: rows[0].up: the value contains itself");
    const map = new Map<string, unknown>();
    map.set("self", map);
    expect(() => toJson(map)).toThrow("toJson: self: the value contains itself");
    let deep: unknown = 1;
    for (let level = 0; level < 100_000; level++) deep = [deep];
    expect(() => toJson(deep)).toThrow("the value is nested more than 1024 levels deep");
    let endless: object = {};
    endless = { toJSON: () => ({ again: endless }) };
    expect(() => toJson(endless)).toThrow("the value contains itself");
    expect(() => toJson({ a: [() => 1] })).toThrow("toJson: a[0]: a function can't be written");
    expect(() => toJson(new Date(NaN))).toThrow("toJson: an invalid date can't be written");
  });

  test("writes an object twice that occurs twice without a cycle", () => {
    const shared = { a: 1 };
    expect(toJson([shared, shared])).toBe('[{"a":1},{"a":1}]');
  });

  test(
    "stops at its work limit for data whose shared parts unfold, and for many digits",
    { tags: "full" },
    () => {
      let doubled: unknown = "x".repeat(20_000);
      for (let level = 0; level < 60; level++) doubled = [doubled, doubled];
      expect(() => toJson(doubled)).toThrow("writing JSON takes more than");
      // Writing digits takes more time for each unit of work than anything else.
      const large = 1n << (process.env["PTC_TESTS"] === undefined ? 20_000n : 500_000n);
      expect(() => toJson(Array<bigint>(100_000).fill(large))).toThrow(
        "writing JSON takes more than",
      );
    },
  );

  test("refuses an unknown option and an unknown choice", () => {
    expect(() => toJson(1, { bigInt: "number" } as object)).toThrow("unknown option");
    expect(() => toJson(1, { bigint: "text" as "string" })).toThrow(
      "expected string, number, error, got text",
    );
  });
});
