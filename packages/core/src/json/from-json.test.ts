import { describe, expect, test } from "vitest";
import { maximumIntegerBits } from "../values/internal.ts";
import { fromJson } from "./from-json.ts";

describe("JSON text with exact integers", () => {
  test.each<[string, unknown]>([
    ["1234567890123456789", 1234567890123456789n],
    ["-9007199254740993", -9007199254740993n],
    ["9007199254740991", 9007199254740991],
    ["-9007199254740991", -9007199254740991],
    ["9007199254740992", 9007199254740992n],
    [" \n\t\r[ 1234567890123456789 ,1 ]\n", [1234567890123456789n, 1]],
    ['{"id":1234567890123456789,"name":"n"}', { id: 1234567890123456789n, name: "n" }],
    [
      '[[123456789012345678],{"a":[-123456789012345678,{"b":[]}]},{}]',
      [[123456789012345678n], { a: [-123456789012345678n, { b: [] }] }, {}],
    ],
    ['{"1234567890123456789":12345678901234567}', { "1234567890123456789": 12345678901234567n }],
    ["[true,false,null,12345678901234567]", [true, false, null, 12345678901234567n]],
  ])("reads %s without rounding", (text, value) => {
    expect(fromJson(text)).toEqual(value);
  });

  test.each([
    '{"a":"1234567890123456789","b":[12345678901234567.5,1e400,-1e400,0.1,-0,1.0,1E2,1e-7]}',
    '["\\\\",12345678901234567.25,"\\"[1,2]\\\\\\"",{"\\u005f\\n":"\\ud83d\\ude00 é","":""}]',
    "[0.30000000000000004,1234567890123456.5,-12345678901234567e3]",
    '{"a":1,"a":{"b":12345678901234567.5},"a":2,"2":1,"1":[[]]}',
    '" 1234567890123456789 "',
    '{"k":"\\\\\\\\","l":"\\\\\\\\\\"","m": 1234567890123456.5 }',
  ])("reads %s as JSON.parse does, because it has no long integer", (text) => {
    expect(fromJson(text)).toEqual(JSON.parse(text));
    expect(JSON.stringify(fromJson(text))).toBe(JSON.stringify(JSON.parse(text)));
  });

  test("reads other values around a long integer as JSON.parse does", () => {
    const others = '"\\"\\\\",[{"x":"1,\\"y\\":2"},-0,1e400,1.50,[[]],{},null],{"a":"]"}';
    const [id, ...rest] = fromJson(`[12345678901234567,${others}]`) as unknown[];
    expect(id).toBe(12345678901234567n);
    expect(rest).toEqual(JSON.parse(`[${others}]`));
  });

  test("keeps a field named __proto__ as data, and the last of two equal fields", () => {
    const read = fromJson('{"__proto__":{"a":12345678901234567},"a":1,"a":12345678901234568}');
    expect(Object.keys(read as object)).toEqual(["__proto__", "a"]);
    expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
    expect((read as { readonly a: unknown }).a).toBe(12345678901234568n);
  });

  test.each(["", "[12345678901234567", "{'a':12345678901234567}", "012345678901234567", "[1,]"])(
    "refuses %j, which isn't JSON",
    (text) => {
      expect(() => fromJson(text)).toThrow(SyntaxError);
    },
  );

  test("refuses an integer that the language can't have, before it computes its digits", () => {
    const digits = "9".repeat(1_000_000);
    expect(() => fromJson(`{"n":[${digits}]}`)).toThrow(
      new RangeError(
        `integers of more than ${String(maximumIntegerBits)} bits can't be read: write them as text`,
      ),
    );
  });

  test("refuses many integers of many digits, which would take more than linear time", () => {
    const integers = (count: number, digits: number): string =>
      `[${Array<string>(count).fill("7".repeat(digits)).join(",")}]`;
    expect(fromJson(integers(3, 10_000))).toHaveLength(3);
    expect(fromJson(integers(100_000, 20))).toHaveLength(100_000);
    expect(() => fromJson(integers(40, 150_000))).toThrow(
      new RangeError("the integers have too many digits together to be read: write them as text"),
    );
  });

  test("reads nesting that no recursive reader survives", () => {
    const depth = 200_000;
    let read = fromJson(`${"[".repeat(depth)}12345678901234567${"]".repeat(depth)}`);
    let levels = 0;
    for (; Array.isArray(read); levels++) [read] = read as unknown[];
    expect([levels, read]).toEqual([depth, 12345678901234567n]);
  });

  test("reads a text of only backslashes and quotes in linear time", () => {
    const text = JSON.stringify([`${"\\".repeat(300_000)}"`.repeat(3), '"'.repeat(300_000)]);
    expect(fromJson(`[12345678901234567,${text}]`)).toEqual([12345678901234567n, JSON.parse(text)]);
  });
});
