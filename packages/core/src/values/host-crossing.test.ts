import { describe, expect, test } from "vitest";
import { formOf } from "../../test/form-of.ts";
import { equals } from "./equality.ts";
import { HostCrossing, fromHost, hostFunctionMarker } from "./host-crossing.ts";
import { HostMap } from "./host-map.ts";
import { Keyword } from "./keyword.ts";
import { MapValue } from "./map-value.ts";
import { Temporal } from "./temporal.ts";
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

/** Returns a proxy that fails the test on any operation except reading own properties. */
function watched(source: object): object {
  const refuse = () => {
    throw new Error("written");
  };
  return new Proxy(source, {
    set: refuse,
    defineProperty: refuse,
    deleteProperty: refuse,
    setPrototypeOf: refuse,
    preventExtensions: refuse,
  });
}

describe("host primitives, functions and symbols", () => {
  test.each([
    [undefined, null],
    [null, null],
    [true, true],
    ["x", "x"],
    [1.5, 1.5],
    [-0, -0],
    [NaN, NaN],
    [5n, 5],
    [2n ** 53n, 2n ** 53n],
    [() => 1, hostFunctionMarker],
    [Date, hostFunctionMarker],
    [Symbol("s"), "#<symbol>"],
  ])("converts %s", (source, value) => {
    expect(fromHost(source)).toBe(value);
  });
});

describe("plain data", () => {
  test("reads plain data in place and only on access", () => {
    const deep = new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error("read too early");
        },
      },
    );
    const list = asVector(fromHost([{ a: 1 }, { deep }]));
    expect(asMap(list.at(0)).find("a")).toBe(1);
    expect(asMap(list.at(1)).find("deep")).toBeInstanceOf(HostMap);
  });

  test("updating a converted value never modifies the host data", () => {
    const map = asMap(fromHost(watched({ a: 1, list: watched([1, 2]) })));
    const list = asVector(map.find("list"));
    expect(map.assoc("a", 2).dissoc("list").keys()).toEqual(["a"]);
    expect(map.dissoc("a").keys()).toEqual(["list"]);
    expect(list.conj(3).cons(0).assoc(0, 9).toArray()).toEqual([9, 1, 2, 3]);
    expect(list.assoc(0, 9).toArray()).toEqual([9, 2]);
    expect(list.cons(0).toArray()).toEqual([0, 1, 2]);
    expect([map.keys(), list.toArray()]).toEqual([
      ["a", "list"],
      [1, 2],
    ]);
  });

  test("reads frozen data like any other", () => {
    const source = Object.freeze({ rows: Object.freeze([Object.freeze({ id: 1 })]) });
    expect(asMap(asVector(asMap(fromHost(source)).find("rows")).at(0)).find("id")).toBe(1);
  });

  test("converts an object without a prototype to a map", () => {
    const source = Object.assign(Object.create(null) as object, { a: 1 });
    expect(asMap(fromHost(source)).find("a")).toBe(1);
  });

  test("reads holes of an array as nil", () => {
    const sparse: unknown[] = [1];
    sparse[3] = 2;
    expect(asVector(fromHost(sparse)).toArray()).toEqual([1, null, null, 2]);
  });

  test("converts a thenable to a map, and its function to a marker", () => {
    expect(formOf(fromHost({ then: () => undefined }))).toEqual({
      entries: [["then", hostFunctionMarker]],
      hasFieldNames: true,
    });
  });

  test("converts a promise to a marker without awaiting it, and reports the loss", () => {
    const losses: unknown[] = [];
    const later = Promise.resolve(1);
    const crossing = new HostCrossing(undefined, undefined, (...loss) => losses.push(loss));
    const map = asMap(crossing.fromHost({ later }));
    expect(losses).toEqual([]);
    expect([map.find("later"), map.find("later")]).toEqual(["#<Promise>", "#<Promise>"]);
    expect(losses).toEqual([
      ["is a Promise, which is not data: await it before you pass it", later, undefined],
    ]);
  });
});

describe("accessors", () => {
  test("reads all accessors of an object together, only once", () => {
    let reads = 0;
    const source = {
      get now() {
        return ++reads;
      },
      plain: 1,
      get list() {
        return [reads];
      },
    };
    const rows = asVector(fromHost([source]));
    const look = () => asMap(rows.at(0));
    expect([look().find("now"), look().find("now"), look().find("plain")]).toEqual([1, 1, 1]);
    expect(asVector(look().find("list")).toArray()).toEqual([1]);
    expect(formOf(look().assoc("x", 1))).toEqual({
      entries: [
        ["now", 1],
        ["plain", 1],
        ["list", [1]],
        ["x", 1],
      ],
      hasFieldNames: true,
    });
    expect(reads).toBe(1);
  });

  test("reads accessors that throw or lack a getter as nil, and keeps the other fields", () => {
    const source = Object.defineProperty(
      {
        get bad(): number {
          throw new RangeError("no");
        },
        good: 1,
      },
      "deaf",
      { set: () => undefined, enumerable: true },
    );
    expect(formOf(fromHost(source))).toEqual({
      entries: [
        ["bad", null],
        ["good", 1],
        ["deaf", null],
      ],
      hasFieldNames: true,
    });
  });

  test("an accessor can return the object that contains it", () => {
    const source = {
      get self(): unknown {
        return source;
      },
      name: "x",
    };
    const map = asMap(fromHost(source));
    expect(asMap(asMap(map.find("self")).find("self")).find("name")).toBe("x");
  });
});

describe("class instances", () => {
  class Invoice {
    readonly id: number;
    parent: Invoice | undefined;
    readonly #secret = 1;

    constructor(id: number) {
      this.id = id;
    }

    get secret() {
      return this.#secret;
    }
  }

  test("converts an instance to a map of its own fields, and returns the same map on every read", () => {
    const crossing = new HostCrossing();
    const invoice = new Invoice(7);
    const map = asMap(crossing.fromHost(invoice));
    expect(map.keys()).toEqual(["id", "parent"]);
    expect(map.hasFieldNames).toBe(true);
    expect(crossing.fromHost(invoice)).toBe(map);
  });

  test("an instance keeps the state it had when it was first read", () => {
    const crossing = new HostCrossing();
    const invoice = new Invoice(7);
    const map = asMap(crossing.fromHost(invoice));
    invoice.parent = new Invoice(8);
    expect(map.find("parent")).toBe(null);
  });

  test("class instances can refer to each other", () => {
    const [first, second] = [new Invoice(1), new Invoice(2)];
    first.parent = second;
    second.parent = first;
    expect(asMap(asMap(asMap(fromHost(first)).find("parent")).find("parent")).find("id")).toBe(1);
  });

  test("converts an error to its message, without a stack", () => {
    const error = Object.assign(new TypeError("bad input"), {
      stack: "at secret.ts:1",
      code: "E1",
    });
    expect(asMap(fromHost({ error })).find("error")).toBe("bad input");
    expect(fromHost(new TypeError())).toBe("TypeError");
    class Broken extends Error {
      override get message(): string {
        throw new Error("no");
      }
    }
    expect(fromHost(new Broken())).toBe(null);
  });
});

test("returns language values unchanged", () => {
  const values: Value[] = [
    new Keyword("a"),
    Vector.of<Value>([1]),
    TrieSet.of([1]),
    new Temporal("duration", 1),
    asMap(fromHost({ a: 1 })),
  ];
  const list = asVector(fromHost(values));
  expect(values.every((value, index) => list.at(index) === value)).toBe(true);
  expect(equals(list, Vector.of(values))).toBe(true);
});
