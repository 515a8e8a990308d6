import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  arbitraryData,
  arbitraryKeys,
  arbitraryNumber,
  mapOf,
} from "../../test/arbitrary-value.ts";
import { formOf } from "../../test/form-of.ts";
import { NamedFunction } from "../../test/named-function.ts";
import { BudgetSpent, WorkCounter } from "../../test/work-counter.ts";
import { printValue } from "../printing/index.ts";
import {
  DataDepthError,
  Keyword,
  Vector,
  assocField,
  compareValues,
  equals,
  getField,
  hashValue,
  type Value,
} from "./index.ts";
import {
  OrderError,
  SortedMap,
  TrieMap,
  ascendingOrder,
  descendingOrder,
  naturalOrder,
  type KeyOrder,
} from "./internal.ts";

type Pair = readonly [Value, Value];

function pairsOf(map: SortedMap): Pair[] {
  const pairs: Pair[] = [];
  map.forEach((key, value) => pairs.push([key, value]));
  return pairs;
}

function mapOfNumbers(count: number, order: KeyOrder = naturalOrder): SortedMap {
  return SortedMap.of(
    Array.from({ length: count }, (_, index): Pair => [(index * 7919) % count, index]),
    order,
  );
}

/** Orders texts by length, so texts of the same length are the same key. */
const byLength: KeyOrder = {
  comparator: new NamedFunction("by-length"),
  compare: (left, right) => printValue(left).length - printValue(right).length,
};

/**
 * The reference model of a sorted map: a plain array of entries, sorted again after every change.
 */
class Model {
  pairs: Pair[] = [];

  assoc(key: Value, value: Value): void {
    const at = this.pairs.findIndex(([held]) => compareValues(held, key) === 0);
    if (at === -1) this.pairs.push([key, value]);
    else this.pairs[at] = [this.pairs[at]?.[0] ?? null, value];
    this.pairs.sort(([left], [right]) => compareValues(left, right));
  }

  dissoc(key: Value): void {
    this.pairs = this.pairs.filter(([held]) => compareValues(held, key) !== 0);
  }
}

type Change = { readonly key: Value; readonly value: number; readonly removes: boolean };

const smallKey: fc.Arbitrary<Value> = fc.oneof(
  fc.integer({ min: 0, max: 60 }),
  arbitraryNumber,
  fc.constant(null),
);
const changes: fc.Arbitrary<Change[]> = fc.array(
  fc.record({ key: smallKey, value: fc.nat(), removes: fc.boolean() }),
  { maxLength: 120 },
);

describe("a sorted map compared with a sorted array", () => {
  test("matches a sorted array after any changes, and never modifies older versions", () => {
    fc.assert(
      fc.property(changes, (list) => {
        const model = new Model();
        let map = SortedMap.empty(naturalOrder);
        for (const { key, value, removes } of list) {
          const [before, shown] = [map, formOf(map)];
          if (removes) model.dissoc(key);
          else model.assoc(key, value);
          map = removes ? map.dissoc(key) : map.assoc(key, value);
          expect(formOf(before)).toEqual(shown);
          expect(map.find(key)).toBe(removes ? undefined : value);
        }
        expect(pairsOf(map).map(formOfPair)).toEqual(model.pairs.map(formOfPair));
        expect(map.count).toBe(model.pairs.length);
        for (const [index, pair] of model.pairs.entries()) {
          expect(map.entryAt(index)?.map(formOf)).toEqual(formOfPair(pair));
          expect([map.countBefore(pair[0], false), map.countBefore(pair[0], true)]).toEqual([
            index,
            index + 1,
          ]);
        }
      }),
      { numRuns: 200 },
    );
  });

  test("a map built at once equals one built entry by entry", () => {
    fc.assert(
      fc.property(arbitraryKeys(60), ({ keys, order }) => {
        const grown = keys.reduce<SortedMap>(
          (map, key, index) => map.assoc(key, index),
          SortedMap.empty(order),
        );
        const made = SortedMap.of(
          keys.map((key, index) => [key, index] as const),
          order,
        );
        expect(pairsOf(made).map(formOfPair)).toEqual(pairsOf(grown).map(formOfPair));
      }),
    );
  });

  test("equals a hashed map with the same entries and has the same hash", () => {
    fc.assert(
      fc.property(arbitraryKeys(12), arbitraryData, ({ keys, order }, value) => {
        const pairs = keys.map((key): Pair => [key, value]);
        const [sorted, hashed] = [SortedMap.of(pairs, order), mapOf(pairs)];
        expect([equals(sorted, hashed), equals(hashed, sorted)]).toEqual([true, true]);
        expect(hashValue(sorted, 0)).toBe(hashValue(hashed, 0));
        expect(equals(sorted, sorted.dissoc(keys[0] ?? null))).toBe(keys.length === 0);
      }),
    );
  });
});

describe("keys without an order", () => {
  const numbers = SortedMap.of(
    [
      [1, "a"],
      [null, "b"],
    ],
    naturalOrder,
  );

  test("a key without an order is not found and not removed, and adding it throws", () => {
    expect([numbers.find("1"), numbers.findKey("1", undefined, 0)]).toEqual([undefined, undefined]);
    expect(numbers.dissoc("1")).toBe(numbers);
    expect(() => numbers.assoc("1", 2)).toThrow(OrderError);
    expect(() => numbers.countBefore("1", true)).toThrow(OrderError);
    expect(() =>
      SortedMap.of(
        [
          [1, 1],
          ["1", 2],
        ],
        naturalOrder,
      ),
    ).toThrow(OrderError);
  });

  test("rejects a single key without an order, unless a function defines the order", () => {
    expect(() => SortedMap.empty(naturalOrder).assoc(mapOf([]), 1)).toThrow(OrderError);
    expect(() => SortedMap.of([[mapOf([]), 1]], naturalOrder)).toThrow(OrderError);
    expect(SortedMap.of([[null, 1]], ascendingOrder).count).toBe(1);
  });

  test("the orders < and > reject nil and all other values except quantities", () => {
    for (const order of [ascendingOrder, descendingOrder]) {
      const sorted = SortedMap.of([[1, "a"]], order);
      expect(sorted.find(null)).toBe(undefined);
      expect(() => sorted.assoc(null, 1)).toThrow(OrderError);
      expect(() => SortedMap.empty(order).assoc(true, 1).assoc(false, 1)).toThrow(OrderError);
    }
  });
});

function formOfPair([key, value]: Pair): unknown {
  return [formOf(key), formOf(value)];
}

test.each([
  ["upwards", (index: number) => index],
  ["downwards", (index: number) => -index],
  ["inwards", (index: number) => (index % 2 === 0 ? index : -index)],
])("finds entries in logarithmic time after a map grows %s and shrinks again", (_, keyAt) => {
  let comparisons = 0;
  const counting: KeyOrder = {
    comparator: "<",
    compare: (left, right) => {
      comparisons++;
      return compareValues(left, right);
    },
  };
  let map = SortedMap.empty(counting);
  for (let index = 0; index < 20_000; index++) map = map.assoc(keyAt(index), index);
  for (let index = 0; index < 15_000; index++) map = map.dissoc(keyAt(index));
  let deepest = 0;
  for (let index = 15_000; index < 20_000; index++) {
    comparisons = 0;
    expect(map.find(keyAt(index))).toBe(index);
    deepest = Math.max(deepest, comparisons);
  }
  expect(map.count).toBe(5000);
  // A fully balanced tree of 5,000 entries has 13 levels. The allowed imbalance may double that.
  expect(deepest).toBeLessThanOrEqual(26);
});

test("an existing entry keeps its key, and an unchanged one keeps the whole map", () => {
  const map = SortedMap.of([[1, "a"]], naturalOrder);
  expect(map.assoc(1, "a")).toBe(map);
  expect(map.dissoc(2)).toBe(map);
  expect(
    SortedMap.of(
      [
        ["ab", 1],
        ["cd", 2],
      ],
      byLength,
      new WorkCounter(),
    ).entryAt(0),
  ).toEqual(["ab", 2]);
});

test("entryAt returns undefined for positions outside the map", () => {
  const map = mapOfNumbers(5);
  expect([map.entryAt(-1), map.entryAt(5), SortedMap.empty(naturalOrder).entryAt(0)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test("a map of fields orders keywords and strings by their names, as any map orders each of them", () => {
  const keys = [
    "b",
    new Keyword("a"),
    new Keyword("n/a"),
    "c/d",
    new Keyword("b"),
    new Keyword("c"),
    "a",
    null,
  ];
  const sorted = [
    null,
    "a",
    new Keyword("a"),
    "b",
    new Keyword("b"),
    new Keyword("c"),
    "c/d",
    new Keyword("n/a"),
  ];
  const entries = keys.map((key): [Value, Value] => [key, 1]);
  const empty = SortedMap.empty(naturalOrder).withFieldNames(true);
  const grown = keys.reduce<SortedMap>((map, key) => map.assoc(key, 1), empty);
  expect(SortedMap.of(entries, naturalOrder, undefined, true).keys()).toEqual(sorted);
  expect(grown.keys()).toEqual(sorted);
  expect(() => SortedMap.of(entries, naturalOrder)).toThrow(OrderError);
  expect(() => SortedMap.of(entries, ascendingOrder, undefined, true)).toThrow(OrderError);
  for (const [index, key] of sorted.entries())
    expect([grown.find(key), grown.countBefore(key, false)]).toEqual([1, index]);
});

test("reads and replaces a field by keyword in a map of fields, and by exact key in another", () => {
  const map = SortedMap.of(
    [
      ["a", 1],
      ["user_id", 2],
    ],
    naturalOrder,
  );
  const fields = map.withFieldNames(true);
  const written = assocField(fields, new Keyword("user-id"), 3);
  expect([written.count, written.find("user_id"), written.hasFieldNames]).toEqual([2, 3, true]);
  expect(() => assocField(map, new Keyword("user-id"), 3)).toThrow(OrderError);
  expect([
    getField(fields, new Keyword("a")),
    getField(fields, new Keyword("user-id")),
    getField(fields, "user-id"),
    getField(map, new Keyword("a")),
    getField(map, "a"),
  ]).toEqual([1, 2, undefined, undefined, 1]);
});

describe("a map ordered by a function", () => {
  const map = SortedMap.of(
    [
      ["ab", 1],
      ["abc", 2],
    ],
    byLength,
  );

  test("finds a key by the function's order if a meter is given", () => {
    expect([map.find("xy", new WorkCounter()), getField(map, "xy", new WorkCounter())]).toEqual([
      1, 1,
    ]);
  });

  test("finds a key by equality without a meter, and a field by keyword", () => {
    const fields = map.withFieldNames(true);
    expect([map.find("xy"), map.find("ab"), getField(fields, new Keyword("ab"))]).toEqual([
      undefined,
      1,
      1,
    ]);
    const refusing: KeyOrder = {
      ...byLength,
      compare: (left) => {
        if (typeof left !== "string") throw new Error("no string");
        return 1;
      },
    };
    expect(
      getField(SortedMap.ofSorted([["ab", 1]], refusing), "cd", new WorkCounter()),
    ).toBeUndefined();
  });

  test("compares the keys of whole maps by equality", () => {
    expect(
      equals(
        map,
        SortedMap.of(
          [
            ["xy", 1],
            ["abc", 2],
          ],
          byLength,
        ),
        new WorkCounter(),
      ),
    ).toBe(false);
    expect(equals(map, TrieMap.empty().assoc("abc", 2).assoc("ab", 1))).toBe(true);
  });
});

describe("bounds of sorted maps", () => {
  const long = (last: number): Value =>
    Vector.of<Value>([...Array.from({ length: 1000 }, () => 0), last]);

  test("charges the comparison of large keys in every operation", () => {
    const map = SortedMap.of([[long(1), 1]], naturalOrder);
    for (const look of [
      (meter: WorkCounter) => map.find(long(2), meter),
      (meter: WorkCounter) => map.assoc(long(2), 1, meter),
      (meter: WorkCounter) => map.dissoc(long(2), meter),
      (meter: WorkCounter) => map.countBefore(long(2), true, meter),
      (meter: WorkCounter) =>
        SortedMap.of(
          [
            [long(1), 1],
            [long(2), 2],
          ],
          naturalOrder,
          meter,
        ),
    ])
      expect(() => look(new WorkCounter(900))).toThrow(BudgetSpent);
  });

  test("throws for keys that are nested too deep", () => {
    const deep = (): Value => {
      let value: Value = 1;
      for (let level = 0; level < 600; level++) value = Vector.of<Value>([value]);
      return value;
    };
    expect(() => SortedMap.empty(naturalOrder).assoc(deep(), 1).assoc(deep(), 2)).toThrow(
      DataDepthError,
    );
  });
});
