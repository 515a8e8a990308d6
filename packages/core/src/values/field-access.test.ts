import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { arbitraryText, mapOf } from "../../test/arbitrary-value.ts";
import { WorkCounter } from "../../test/work-counter.ts";
import { asFields, assocField, dissocField, getField, presentKey } from "./field-access.ts";
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

/** A map of fields that is not read in place, as parsed JSON is. */
function fieldsOf(...pairs: readonly (readonly [Value, Value])[]): MapValue<Value> {
  return mapOf(pairs, true);
}

/** Each key written as in a program. */
function written(map: MapValue<Value>): unknown[] {
  return map.keys().map((key) => (key instanceof Keyword ? `:${key.text}` : key));
}

interface Read {
  readonly what: string;
  readonly map: MapValue<Value>;
  readonly key: Value;
  readonly found: Value | undefined;
}

const ofFields: readonly Read[] = [
  { what: "a keyword", map: hostMap({ a: 1 }), key: keyword("a"), found: 1 },
  { what: "a string", map: hostMap({ a: 1 }), key: "a", found: 1 },
  { what: "a hyphen", map: hostMap({ due_date: 1 }), key: keyword("due-date"), found: 1 },
  {
    what: "a hyphen of which a field exists",
    map: hostMap({ due_date: 1, "due-date": 2 }),
    key: keyword("due-date"),
    found: 2,
  },
  {
    what: "a hyphen and an underscore",
    map: hostMap({ a_b_c: 1 }),
    key: keyword("a-b_c"),
    found: 1,
  },
  {
    what: "a hyphen in a string",
    map: hostMap({ due_date: 1 }),
    key: "due-date",
    found: undefined,
  },
  {
    what: "an underscore in a string",
    map: hostMap({ "due-date": 1 }),
    key: "due_date",
    found: undefined,
  },
  {
    what: "an underscore in a keyword",
    map: hostMap({ "due-date": 1 }),
    key: keyword("due_date"),
    found: undefined,
  },
  { what: "a namespace", map: hostMap({ "user/id": 1 }), key: keyword("user/id"), found: 1 },
  { what: "an undefined field", map: hostMap({ a: undefined }), key: keyword("a"), found: null },
  { what: "a missing field", map: hostMap({ a: 1 }), key: keyword("b"), found: undefined },
  {
    what: "an inherited name",
    map: hostMap({ a: 1 }),
    key: keyword("constructor"),
    found: undefined,
  },
  { what: "a number for a text", map: hostMap({ 1: "one" }), key: 1, found: undefined },
  { what: "parsed data", map: fieldsOf(["due_date", 1]), key: keyword("due-date"), found: 1 },
  { what: "a number", map: fieldsOf([1, "one"], ["1", "text"]), key: 1, found: "one" },
  {
    what: "an entry spelled as a keyword, by string",
    map: fieldsOf([keyword("extra"), 1]),
    key: "extra",
    found: 1,
  },
  {
    what: "an entry spelled as a keyword with a hyphen, by string",
    map: fieldsOf([keyword("due-date"), 1]),
    key: "due_date",
    found: 1,
  },
  {
    what: "an entry spelled as a keyword with a hyphen, by keyword",
    map: fieldsOf([keyword("due-date"), 1]),
    key: keyword("due_date"),
    found: 1,
  },
  {
    what: "an entry spelled as a keyword with an underscore, by keyword",
    map: fieldsOf([keyword("due_date"), 1]),
    key: keyword("due-date"),
    found: 1,
  },
  {
    what: "keywords in both spellings, by either",
    map: fieldsOf([keyword("due_date"), 1], [keyword("due-date"), 2]),
    key: keyword("due-date"),
    found: 2,
  },
  {
    what: "a string before a keyword in another spelling",
    map: fieldsOf([keyword("due-date"), 1], ["due_date", 2]),
    key: keyword("due_date"),
    found: 2,
  },
  {
    what: "keywords that differ in more hyphens than are tried one by one",
    map: fieldsOf([keyword("a-b-c-d-e"), 1]),
    key: keyword("a_b_c_d_e"),
    found: 1,
  },
  {
    what: "an entry spelled with a hyphen and an underscore",
    map: fieldsOf([keyword("a-b_c"), 1]),
    key: "a_b_c",
    found: 1,
  },
  {
    what: "an entry with more hyphens than are tried one by one",
    map: fieldsOf([keyword("a-b-c-d-e"), 1]),
    key: "a_b_c_d_e",
    found: 1,
  },
  {
    what: "a string with a hyphen for a keyword with an underscore",
    map: fieldsOf([keyword("due_date"), 1]),
    key: "due-date",
    found: undefined,
  },
  {
    what: "both spellings of one name, by keyword",
    map: fieldsOf([keyword("a"), 1], ["a", 2]),
    key: keyword("a"),
    found: 1,
  },
  {
    what: "both spellings of one name, by string",
    map: fieldsOf([keyword("a"), 1], ["a", 2]),
    key: "a",
    found: 2,
  },
  {
    what: "nil before another spelling",
    map: fieldsOf([keyword("a"), null], ["a", 1]),
    key: keyword("a"),
    found: null,
  },
];

const ofPrograms: readonly Read[] = [
  { what: "a keyword", map: mapOf([[keyword("a"), 1]]), key: keyword("a"), found: 1 },
  { what: "a string for a keyword", map: mapOf([[keyword("a"), 1]]), key: "a", found: undefined },
  { what: "a keyword for a string", map: mapOf([["a", 1]]), key: keyword("a"), found: undefined },
  { what: "a hyphen", map: mapOf([["AB_1", 1]]), key: "AB-1", found: undefined },
  {
    what: "a hyphen in a keyword",
    map: mapOf([[keyword("a_b"), 1]]),
    key: keyword("a-b"),
    found: undefined,
  },
  {
    what: "a host Map",
    map: hostMap(new Map<unknown, unknown>([[1, "one"]])),
    key: 1,
    found: "one",
  },
];

describe("reading", () => {
  test.each(ofFields)("a map of fields finds by its rule: $what", ({ map, key, found }) => {
    expect(getField(map, key)).toBe(found);
    const present = presentKey(map, key);
    expect(present === undefined ? undefined : map.find(present)).toBe(found);
  });

  test.each(ofPrograms)("a map of the program has exact keys: $what", ({ map, key, found }) => {
    expect(getField(map, key)).toBe(found);
    expect(presentKey(map, key)).toBe(found === undefined ? undefined : key);
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
          const found = getField(hostMap(fields), key);
          const copy = mapOf(Object.entries(fields));
          expect(getField(asFields(copy), key)).toBe(found);
          expect(getField(fieldsOf(...Object.entries(fields)), key)).toBe(found);
        },
      ),
      { numRuns: 300 },
    );
  });

  test("a missing name full of underscores costs as much as its length", () => {
    const cost = (length: number): number => {
      const meter = new WorkCounter();
      getField(fieldsOf([keyword("a"), 1]), "_".repeat(length), meter);
      return meter.elements;
    };
    expect(cost(100_000)).toBeGreaterThan(100_000 / 16);
    expect(cost(100_000)).toBeLessThan(12 * cost(10_000));
  });
});

describe("writing", () => {
  test.each([
    {
      what: "a keyword for the field of its name",
      map: hostMap({ status: "open" }),
      key: keyword("status"),
      keys: ["status"],
    },
    {
      what: "a hyphen for an underscore",
      map: hostMap({ due_date: "x" }),
      key: keyword("due-date"),
      keys: ["due_date"],
    },
    {
      what: "the field with the hyphen",
      map: hostMap({ due_date: "x", "due-date": "y" }),
      key: keyword("due-date"),
      keys: ["due_date", "due-date"],
    },
    {
      what: "a string for an entry spelled as a keyword",
      map: fieldsOf([keyword("due-date"), "x"]),
      key: "due_date",
      keys: [":due-date"],
    },
    {
      what: "a keyword for a keyword in the other spelling",
      map: fieldsOf([keyword("due_date"), "x"]),
      key: keyword("due-date"),
      keys: [":due_date"],
    },
    {
      what: "the keyword with exactly the text",
      map: fieldsOf([keyword("due_date"), "x"], [keyword("due-date"), "y"]),
      key: keyword("due-date"),
      keys: [":due_date", ":due-date"],
    },
  ])("a map of fields replaces in the spelling it has: $what", ({ map, key, keys }) => {
    const changed = assocField(map, key, "new");
    expect(written(changed)).toEqual(keys);
    expect(getField(changed, key)).toBe("new");
    expect(written(dissocField(map, key))).toEqual(keys.slice(0, -1));
  });

  test("a new field keeps the given spelling", () => {
    const changed = assocField(hostMap({ a: 1 }), keyword("new-one"), 2);
    expect(written(changed)).toEqual(["a", ":new-one"]);
    expect([getField(changed, "new_one"), getField(changed, keyword("new-one"))]).toEqual([2, 2]);
  });

  test("two strings never match each other", () => {
    const counted = ["sku_1", "sku-1", "sku_1"].reduce<MapValue<Value>>(
      (counts, id) => assocField(counts, id, Number(getField(counts, id) ?? 0) + 1),
      fieldsOf(),
    );
    expect([getField(counted, "sku_1"), getField(counted, "sku-1")]).toEqual([2, 1]);
  });

  test("maps derived from a map of fields follow its rule", () => {
    const derived = assocField(assocField(hostMap({ a_b: 1 }), keyword("c"), 2), "c", 3);
    expect(written(derived)).toEqual(["a_b", ":c"]);
    expect(dissocField(dissocField(derived, keyword("a-b")), "c").count).toBe(0);
  });

  test("a map of the program is written at exactly the key", () => {
    const map = mapOf([["status", "open"]]);
    expect(written(assocField(map, keyword("status"), "paid"))).toEqual(["status", ":status"]);
    expect(dissocField(map, keyword("status"))).toBe(map);
  });

  test("writing never changes the host object", () => {
    const source = Object.freeze({ a: 1 });
    assocField(hostMap(source), keyword("a"), 2);
    dissocField(hostMap(source), keyword("a"));
    expect(source).toEqual({ a: 1 });
  });
});
