import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Keyword, SymbolValue, Vector, fromHost, type Value } from "@ptc/core/values";
import { MapBuilder, TrieSet, isFirewalledName } from "@ptc/core/internal/values";
import { maskFirewalled } from "./mask-firewalled.ts";

describe("maskFirewalled", () => {
  test("hides fields whose name starts with `_`, at any nesting", () => {
    const value = {
      _a: 1,
      b: [{ _c: { d: 2 }, e: 3 }],
      f: new Map<unknown, unknown>([
        ["_g", 4],
        ["h", { _i: 5 }],
        [{ _j: 6 }, 7],
      ]),
      k: new Set([{ _l: 8 }]),
    };
    expect(maskFirewalled(value)).toEqual({
      _a: "<Firewalled>",
      b: [{ _c: "<Firewalled>", e: 3 }],
      f: new Map<unknown, unknown>([
        ["_g", "<Firewalled>"],
        ["h", { _i: "<Firewalled>" }],
        [{ _j: "<Firewalled>" }, 7],
      ]),
      k: new Set([{ _l: "<Firewalled>" }]),
    });
  });

  test("hides firewalled fields in pairs made from map entries", () => {
    expect(maskFirewalled([["_a", 1], ["b", { _c: 2 }], new Set([["ns/_d", 3]])])).toEqual([
      ["_a", "<Firewalled>"],
      ["b", { _c: "<Firewalled>" }],
      new Set([["ns/_d", "<Firewalled>"]]),
    ]);
    expect(maskFirewalled([["_a"], ["_a", 1, 2], [1, "_a"]])).toEqual([
      ["_a"],
      ["_a", 1, 2],
      [1, "_a"],
    ]);
  });

  test("doesn't change the value itself", () => {
    const value = Object.freeze({ _a: 1, b: Object.freeze([Object.freeze({ _c: 2 })]) });
    maskFirewalled(value);
    expect(value).toEqual({ _a: 1, b: [{ _c: 2 }] });
  });

  test("keeps strings that mention firewalled names", () => {
    expect(maskFirewalled("_secret")).toBe("_secret");
    expect(maskFirewalled({ text: "{_secret 1}", a_b: 1 })).toEqual({
      text: "{_secret 1}",
      a_b: 1,
    });
  });

  test("keeps values that aren't containers", () => {
    const date = new Date(0);
    const bytes = new Uint8Array(2);
    for (const value of [null, undefined, 1, 2n, true, date, bytes, maskFirewalled])
      expect(maskFirewalled(value)).toBe(value);
  });

  test("keeps cycles and shared parts", () => {
    const shared = { _s: 1 };
    const value: Record<string, unknown> = { first: shared, second: shared };
    value["self"] = value;
    const masked = maskFirewalled(value) as Record<string, unknown>;
    expect(masked["self"]).toBe(masked);
    expect(masked["first"]).toBe(masked["second"]);
    expect(masked["first"]).toEqual({ _s: "<Firewalled>" });
  });

  test("takes linear time for shared parts and bounds deep ones", () => {
    let shared: unknown = { _s: 1 };
    for (let level = 0; level < 60; level++) shared = [shared, shared];
    let deep: unknown = { _s: "deep secret" };
    for (let level = 0; level < 100_000; level++) deep = { deep };
    maskFirewalled(shared);
    let masked = maskFirewalled(deep);
    let levels = 0;
    for (; typeof masked === "object"; levels++)
      masked = (masked as { readonly deep: unknown }).deep;
    expect([levels, masked]).toEqual([513, "<TooDeep>"]);
  });

  test("converts instances and errors to plain objects and hides their firewalled fields", () => {
    class Account {
      _pin = 1;
      name = "n";
      get balance(): number {
        return 1;
      }
    }
    const error = Object.assign(new RangeError("out"), { _token: "t" });
    expect(maskFirewalled([new Account(), error])).toStrictEqual([
      { _pin: "<Firewalled>", name: "n" },
      { name: "RangeError", message: "out", _token: "<Firewalled>" },
    ]);
  });

  test("calls no accessor and survives proxies", () => {
    const value = Object.defineProperty({}, "trap", {
      enumerable: true,
      get: () => {
        throw new Error("ran");
      },
    });
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    expect(maskFirewalled([value, proxy])).toEqual([{ trap: "<Accessor>" }, "<Unreadable>"]);
  });

  test("treats the names of Object.prototype like any other", () => {
    const masked = maskFirewalled(
      JSON.parse('{"__proto__":{"x":1},"constructor":{"_a":1}}'),
    ) as object;
    expect(Object.getPrototypeOf(masked)).toBe(Object.prototype);
    expect(Object.getOwnPropertyDescriptor(masked, "__proto__")?.value).toBe("<Firewalled>");
    expect(Object.getOwnPropertyDescriptor(masked, "constructor")?.value).toEqual({
      _a: "<Firewalled>",
    });
  });

  test("recognizes a name as symbol, boxed string or name of the language", () => {
    const key = Symbol("_a");
    const boxed: unknown = Object("_b");
    const named = [new Keyword("_c"), new SymbolValue("user/_d"), new Keyword("open")] as const;
    const masked = maskFirewalled(
      new Map<unknown, unknown>([
        [key, 1],
        [boxed, 2],
        ...named.map((name): [unknown, unknown] => [name, 3]),
      ]),
    ) as Map<unknown, unknown>;
    expect([...masked.values()]).toEqual([
      "<Firewalled>",
      "<Firewalled>",
      "<Firewalled>",
      "<Firewalled>",
      3,
    ]);
  });

  test("hides the fields of language values, which a tool may return", () => {
    const builder = new MapBuilder();
    for (const [name, value] of [
      ["_k", 1],
      ["open", Vector.of<Value>([fromHost({ _deep: 2, id: 3 })])],
    ] as const)
      builder.set(new Keyword(name), value);
    builder.set(new SymbolValue("_s"), 4);
    const row = builder.build(false);
    const expected = new Map<unknown, unknown>([
      ["_k", "<Firewalled>"],
      [
        "open",
        [
          new Map<unknown, unknown>([
            ["_deep", "<Firewalled>"],
            ["id", 3],
          ]),
        ],
      ],
      ["_s", "<Firewalled>"],
    ]);
    expect(maskFirewalled({ rows: [row], all: TrieSet.of([row]) })).toEqual({
      rows: [expected],
      all: new Set([expected]),
    });
    let shared: Value = row;
    for (let level = 0; level < 60; level++) shared = Vector.of<Value>([shared, shared]);
    expect(maskFirewalled([shared])).toEqual(["<Unreadable>"]);
  });

  test("removes firewalled values from any data, and keeps everything else", () => {
    // A name such as ` _0=!` is itself a text with a firewalled entry in it.
    const plain = fc.string().filter((text) => !text.includes("_"));
    const name = fc.oneof(
      plain,
      plain.map((text) => `_${text}`),
    );
    const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 5 },
        fc.integer(),
        fc.array(tie("tree")),
        fc.dictionary(name, tie("tree")),
        fc.array(fc.tuple(name, tie("tree"))).map((pairs) => new Map(pairs)),
      ),
    }));
    const expected = (value: unknown): unknown => {
      const field = (key: string, item: unknown): [string, unknown] => [
        key,
        isFirewalledName(key) ? "<Firewalled>" : expected(item),
      ];
      if (Array.isArray(value)) return value.map(expected);
      if (value instanceof Map)
        return new Map([...(value as Map<string, unknown>)].map(([key, item]) => field(key, item)));
      return typeof value === "object" && value !== null
        ? Object.fromEntries(Object.entries(value).map(([key, item]) => field(key, item)))
        : value;
    };
    fc.assert(
      fc.property(tree, (value) => {
        expect(maskFirewalled(value)).toEqual(expected(value));
      }),
    );
  });
});
