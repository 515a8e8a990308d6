import { describe, expect, test } from "vitest";
import { HostCrossing } from "./host-crossing.ts";
import { HostMap } from "./host-map.ts";
import { Keyword } from "./keyword.ts";
import { TrieMap } from "./trie-map.ts";
import { Vector } from "./vector.ts";
import type { Value } from "./value.ts";

const crossing = new HostCrossing();
const mapOfFields = (source: object) => new HostMap(source, crossing);

describe("a view of a plain object", () => {
  test("shows own enumerable fields with string keys, in the host's order", () => {
    const source = Object.create({ inherited: 1 }) as Record<string, unknown>;
    Object.defineProperty(source, "hidden", { value: 1, enumerable: false });
    Object.assign(source, { b: 1, a: 2, [Symbol("s")]: 3 });
    const map = mapOfFields(source);
    expect([map.count, map.keys()]).toEqual([2, ["b", "a"]]);
    for (const key of ["inherited", "hidden", "toString", "__proto__", "constructor"])
      expect(map.find(key)).toBe(undefined);
  });

  test.each(["__proto__", "constructor", "toString", "hasOwnProperty", "then", "length"])(
    "treats an own field named %s like any other field",
    (name) => {
      const source = JSON.parse(`{"${name}": 1}`) as object;
      const map = mapOfFields(source);
      expect(map.keys()).toEqual([name]);
      expect(map.find(name)).toBe(1);
      expect(map.findField(new Keyword(name))).toBe(1);
      expect(map.assoc("x", 2).find(name)).toBe(1);
    },
  );

  test("converts fields only on access", () => {
    const source = { list: [{ deep: 1 }] };
    const list = mapOfFields(source).find("list");
    expect(list).toBeInstanceOf(Vector);
    expect((list as Vector<Value>).at(0)).toBeInstanceOf(HostMap);
  });

  test("finds only exact string keys", () => {
    const map = mapOfFields({ a_b: 1, 1: 2 });
    expect([map.find("a-b"), map.find(new Keyword("a_b")), map.find(1), map.find("1")]).toEqual([
      undefined,
      undefined,
      undefined,
      2,
    ]);
  });

  test("enumeration stops when the callback returns false", () => {
    const seen: Value[] = [];
    expect(mapOfFields({ a: 1, b: 2 }).every((key) => seen.push(key) > 1)).toBe(false);
    expect(seen).toEqual(["a"]);
  });
});

describe("writing to a view of a plain object", () => {
  test("writing copies into a map that keeps the host's order and writing rule", () => {
    const source = Object.freeze({ b: 1, a: undefined });
    const written = mapOfFields(source).assoc("c", 3);
    expect(written).toBeInstanceOf(TrieMap);
    expect(written.hasFieldNames).toBe(true);
    expect(written.keys()).toEqual(["b", "a", "c"]);
    expect(written.find("a")).toBe(null);
    expect(mapOfFields(source).dissoc("b").keys()).toEqual(["a"]);
  });
});

test("two views of one object are the same", () => {
  const source = {};
  expect(mapOfFields(source).isSameAs(mapOfFields(source))).toBe(true);
  expect(mapOfFields(source).isSameAs(mapOfFields({}))).toBe(false);
});
