import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { arbitraryText, mapOf } from "../../test/arbitrary-value.ts";
import { assocField, dissocField, getField, presentKey } from "./field-access.ts";
import { fromHost } from "./host-crossing.ts";
import { Keyword } from "./keyword.ts";
import { MapValue } from "./map-value.ts";
import type { Value } from "./value.ts";

const keyword = (text: string) => new Keyword(text);

function hostMap(fields: object): MapValue<Value> {
  const map = fromHost(fields);
  if (!(map instanceof MapValue)) throw new Error("expected a map");
  return map;
}

describe("reading of fields", () => {
  const reads: readonly {
    readonly what: string;
    readonly map: MapValue<Value>;
    readonly key: Value;
    readonly found: Value | undefined;
  }[] = [
    {
      what: "exact keyword",
      map: mapOf([
        [keyword("a"), 1],
        ["a", 2],
      ]),
      key: keyword("a"),
      found: 1,
    },
    {
      what: "exact string",
      map: mapOf([
        [keyword("a"), 1],
        ["a", 2],
      ]),
      key: "a",
      found: 2,
    },
    { what: "keyword for a string", map: mapOf([["a", 2]]), key: keyword("a"), found: 2 },
    { what: "string for a keyword", map: mapOf([[keyword("a"), 1]]), key: "a", found: 1 },
    {
      what: "hyphen before underscore",
      map: mapOf([
        ["a_b", 1],
        ["a-b", 2],
      ]),
      key: keyword("a-b"),
      found: 2,
    },
    {
      what: "hyphen as underscore in a string",
      map: mapOf([["a_b_c", 1]]),
      key: keyword("a-b-c"),
      found: 1,
    },
    {
      what: "hyphen as underscore in a keyword",
      map: mapOf([[keyword("a_b"), 1]]),
      key: "a-b",
      found: 1,
    },
    { what: "underscore is not a hyphen", map: mapOf([["a-b", 1]]), key: "a_b", found: undefined },
    { what: "nil that is there", map: mapOf([["a", null]]), key: keyword("a"), found: null },
    {
      what: "nil that is there before another spelling",
      map: mapOf([
        [keyword("a"), null],
        ["a", 1],
      ]),
      key: keyword("a"),
      found: null,
    },
    {
      what: "a key that is no name",
      map: mapOf([
        [1, "one"],
        ["1", "text"],
      ]),
      key: 1,
      found: "one",
    },
    {
      what: "a number does not meet its text",
      map: mapOf([["1", "text"]]),
      key: 1,
      found: undefined,
    },
    {
      what: "host field by keyword",
      map: hostMap({ due_date: 1 }),
      key: keyword("due-date"),
      found: 1,
    },
    { what: "host field by string", map: hostMap({ due_date: 1 }), key: "due-date", found: 1 },
    {
      what: "host field, exact first",
      map: hostMap({ due_date: 1, "due-date": 2 }),
      key: keyword("due-date"),
      found: 2,
    },
    {
      what: "host field with a namespace",
      map: hostMap({ "user/id": 1 }),
      key: keyword("user/id"),
      found: 1,
    },
    {
      what: "host field that is undefined",
      map: hostMap({ a: undefined }),
      key: keyword("a"),
      found: null,
    },
    { what: "no host field", map: hostMap({ a: 1 }), key: keyword("b"), found: undefined },
    {
      what: "inherited names",
      map: hostMap({ a: 1 }),
      key: keyword("constructor"),
      found: undefined,
    },
    {
      what: "a key of another kind in a host map",
      map: hostMap({ 1: "one" }),
      key: 1,
      found: undefined,
    },
    {
      what: "a host Map with other keys",
      map: hostMap(new Map<unknown, unknown>([[1, "one"]])),
      key: 1,
      found: "one",
    },
  ];

  test.each(reads)("looks up a field: $what", ({ map, key, found }) => {
    expect(getField(map, key)).toBe(found);
    const present = presentKey(map, key);
    expect(present === undefined ? undefined : map.find(present)).toBe(found);
  });

  test("lookup in a host map matches lookup in a copy of it", () => {
    const name = fc.oneof(fc.constantFrom("a-b", "a_b", "a-b_c", "a_b_c"), arbitraryText);
    fc.assert(
      fc.property(
        fc.dictionary(name, fc.integer(), { maxKeys: 4 }),
        name,
        fc.boolean(),
        (fields, text, asKeyword) => {
          const key = asKeyword ? keyword(text) : text;
          const copied = mapOf(Object.entries(fields), true);
          expect(getField(hostMap(fields), key)).toBe(getField(copied, key));
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe("writing of fields", () => {
  test.each([
    {
      what: "a keyword meets the field",
      fields: { status: "open" },
      key: keyword("status"),
      keys: ["status"],
    },
    {
      what: "a hyphen meets the underscore",
      fields: { due_date: "x" },
      key: keyword("due-date"),
      keys: ["due_date"],
    },
    {
      what: "the exact field wins",
      fields: { due_date: "x", "due-date": "y" },
      key: "due-date",
      keys: ["due_date", "due-date"],
    },
  ])("writes a field of a host map: $what", ({ fields, key, keys }) => {
    const written = assocField(hostMap(fields), key, "new");
    expect(written.keys()).toEqual(keys);
    expect(getField(written, key)).toBe("new");
    expect(dissocField(hostMap(fields), key).keys()).toEqual(keys.slice(0, -1));
    expect(Object.values(fields)).not.toContain("new");
  });

  test("a new field keeps the given spelling", () => {
    const written = assocField(hostMap({ a: 1 }), keyword("new-one"), 2);
    expect(written.find(keyword("new-one"))).toBe(2);
    expect(written.count).toBe(2);
  });

  test("a map derived from a host map follows its writing rule", () => {
    const derived = assocField(assocField(hostMap({ a_b: 1 }), keyword("c"), 2), "c", 3);
    expect(derived.count).toBe(2);
    expect(dissocField(dissocField(derived, "a-b"), "c").count).toBe(0);
  });

  test("writing to a program map uses the exact key", () => {
    const map = mapOf([["status", "open"]]);
    expect(assocField(map, keyword("status"), "paid").count).toBe(2);
    expect(dissocField(map, keyword("status"))).toBe(map);
  });

  test("writing never changes the host object", () => {
    const source = Object.freeze({ a: 1 });
    assocField(hostMap(source), keyword("a"), 2);
    dissocField(hostMap(source), keyword("a"));
    expect(source).toEqual({ a: 1 });
  });
});
