// Host values that are not plain data: data that contains itself, converted objects, objects of
// another realm, and proxies.
import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { formOf } from "../../test/form-of.ts";
import { DataDepthError } from "./depth.ts";
import { HostCrossing, fromHost, hostFunctionMarker } from "./host-crossing.ts";
import { MapValue } from "./map-value.ts";
import { TrieSet } from "./trie-set.ts";
import { Vector } from "./vector.ts";
import type { Value } from "./value.ts";

function asMap(value: Value | undefined): MapValue<Value> {
  if (!(value instanceof MapValue)) throw new Error("expected a map");
  return value;
}

function asVector(value: Value | undefined): Vector<Value> {
  if (!(value instanceof Vector)) throw new Error("expected a vector");
  return value;
}

describe("data that contains itself", () => {
  test("reads cyclic objects and arrays to any depth", () => {
    const source: { list: unknown[]; self?: unknown } = { list: [] };
    source.self = source;
    source.list.push(source.list, source);
    let map = asMap(fromHost(source));
    for (let level = 0; level < 1000; level++)
      map = asMap(asVector(asVector(map.find("list")).at(0)).at(1));
    expect(asMap(map.find("self")).count).toBe(2);
  });

  test("converts a Map that contains itself through an object", () => {
    const source = new Map<string, unknown>();
    source.set("holder", { source });
    const map = asMap(fromHost(source));
    expect(asMap(map.find("holder")).find("source")).toBe(map);
  });

  test.each([
    {
      kind: "Map",
      make: () => {
        const map = new Map<string, unknown>();
        return map.set("self", map);
      },
    },
    {
      kind: "Set",
      make: () => {
        const set = new Set();
        return set.add(set);
      },
    },
    {
      kind: "tower of Maps",
      make: () => {
        let map = new Map();
        for (let level = 0; level < 10_000; level++) map = new Map([["a", map]]);
        return map;
      },
    },
  ])("rejects a $kind inside itself as too deep, and the crossing stays usable", ({ make }) => {
    const crossing = new HostCrossing();
    expect(() => crossing.fromHost(make())).toThrow(DataDepthError);
    expect(asMap(crossing.fromHost(new Map([["a", new Map([["b", 1]])]]))).count).toBe(1);
  });
});

describe("host objects that are converted once", () => {
  const conversions: readonly {
    readonly name: string;
    readonly source: unknown;
    readonly form: unknown;
  }[] = [
    { name: "Date", source: new Date(5), form: { kind: "instant", amount: 5 } },
    { name: "invalid Date", source: new Date(NaN), form: null },
    {
      name: "Map with names",
      source: new Map<unknown, unknown>([
        ["2", 1],
        ["1", undefined],
      ]),
      form: {
        entries: [
          ["2", 1],
          ["1", null],
        ],
        hasFieldNames: true,
      },
    },
    {
      name: "Map with other keys",
      source: new Map<unknown, unknown>([
        [[1], { a: 1 }],
        ["b", 2],
      ]),
      form: {
        entries: [
          [[1], { entries: [["a", 1]], hasFieldNames: true }],
          ["b", 2],
        ],
        hasFieldNames: false,
      },
    },
    {
      name: "Set",
      source: new Set<unknown>([1, "a", new Date(1), [1], [1]]),
      form: { members: [1, "a", { kind: "instant", amount: 1 }, [1]] },
    },
    { name: "bytes", source: new Uint8Array([1, 255]), form: [1, 255] },
    { name: "floats", source: new Float64Array([0.5, NaN]), form: [0.5, NaN] },
    { name: "large integers", source: new BigInt64Array([1n, 2n ** 60n]), form: [1, 2n ** 60n] },
    {
      name: "DataView",
      source: new DataView(new ArrayBuffer(2)),
      form: "#<DataView>",
    },
    { name: "String object", source: Object("x"), form: "x" },
    { name: "Number object", source: Object(-0), form: -0 },
    { name: "Boolean object", source: Object(false), form: false },
    { name: "BigInt object", source: Object(2n), form: 2 },
    {
      name: "Symbol object",
      source: Object(Symbol("s")),
      form: "#<Symbol>",
    },
    { name: "RegExp", source: /a/u, form: "/a/u" },
  ];

  test.each(conversions)("converts $name", ({ source, form }) => {
    expect(formOf(fromHost(source))).toEqual(form);
  });

  test.each(["Date", "Map", "Set", "String", "Number", "Boolean"] as const)(
    "an object that only claims to be a %s shows its own fields",
    (name) => {
      const fake = Object.assign(Object.create(globalThis[name].prototype as object) as object, {
        a: 1,
      });
      expect(formOf(fromHost(fake))).toEqual({ entries: [["a", 1]], hasFieldNames: true });
      const tagged = Object.assign(
        new (class {
          readonly [Symbol.toStringTag] = name;
        })(),
        { a: 1 },
      );
      expect(formOf(fromHost(tagged))).toEqual({ entries: [["a", 1]], hasFieldNames: true });
    },
  );

  test("does not call methods that the object overrides", () => {
    const lie = () => ({ raw: "object" });
    const text = Object.assign(Object("x") as object, { valueOf: lie });
    const date = Object.assign(new Date(5), { getTime: lie });
    const map = Object.assign(new Map([["a", 1]]), { [Symbol.iterator]: lie, entries: lie });
    const bytes = Object.assign(new Uint8Array([1]), { [Symbol.iterator]: lie });
    expect([text, date, map, bytes].map((source) => formOf(fromHost(source)))).toEqual([
      "x",
      { kind: "instant", amount: 5 },
      { entries: [["a", 1]], hasFieldNames: true },
      [1],
    ]);
  });

  test("returns the same value on every read", () => {
    const crossing = new HostCrossing();
    const source = { set: new Set([1]), date: new Date(NaN) };
    const look = (name: string) => asMap(crossing.fromHost(source)).find(name);
    expect(look("set")).toBeInstanceOf(TrieSet);
    expect(look("set")).toBe(look("set"));
    expect(look("date")).toBe(null);
  });
});

describe("objects of another realm", () => {
  const foreign = runInNewContext(`({
    plain: { a: [1, { b: 2 }], get once() { return {}; } },
    date: new Date(5), map: new Map([["a", 1]]), set: new Set([1]), bytes: new Uint8Array([1]), error: new RangeError("far"),
    text: new String("x"), fn: () => 1, bare: Object.create(null), instance: new (class Row { constructor() { this.id = 1; } })(),
  })`) as Record<string, unknown>;

  test("converts data of another realm like data of this realm", () => {
    const map = asMap(fromHost(foreign));
    expect(formOf(map)).toEqual({
      entries: [
        [
          "plain",
          {
            entries: [
              ["a", [1, { entries: [["b", 2]], hasFieldNames: true }]],
              ["once", { entries: [], hasFieldNames: true }],
            ],
            hasFieldNames: true,
          },
        ],
        ["date", { kind: "instant", amount: 5 }],
        ["map", { entries: [["a", 1]], hasFieldNames: true }],
        ["set", { members: [1] }],
        ["bytes", [1]],
        ["error", "far"],
        ["text", "x"],
        ["fn", hostFunctionMarker],
        ["bare", { entries: [], hasFieldNames: true }],
        ["instance", { entries: [["id", 1]], hasFieldNames: true }],
      ],
      hasFieldNames: true,
    });
  });

  test("reads accessors of another realm only once", () => {
    const plain = asMap(asMap(fromHost(foreign)).find("plain"));
    expect(asMap(plain.find("once")).isSameAs(asMap(plain.find("once")))).toBe(true);
  });
});

describe("proxies", () => {
  test("a revoked proxy reads as nil, or as empty if it was converted before", () => {
    const { proxy, revoke } = Proxy.revocable<Record<string, unknown>>({ a: 1 }, {});
    const list = Proxy.revocable<unknown[]>([1], {});
    const [map, vector] = [asMap(fromHost(proxy)), asVector(fromHost(list.proxy))];
    revoke();
    list.revoke();
    expect([fromHost(proxy), fromHost(list.proxy)]).toEqual([null, null]);
    expect([map.count, map.find("a"), map.assoc("b", 1).keys()]).toEqual([0, undefined, ["b"]]);
    expect(vector.toArray()).toEqual([null]);
  });

  test("a proxy whose traps throw reads as nil", () => {
    const hostile = new Proxy(new Date(), {
      getPrototypeOf: () => {
        throw new Error("no");
      },
    });
    expect(fromHost([hostile])).toSatisfy((list: Value) => asVector(list).at(0) === null);
  });
});
