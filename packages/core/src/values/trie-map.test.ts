import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formOf } from "../../test/form-of.ts";
import { collidingStrings, keyPool, twoSpellings, type PooledKey } from "../../test/key-pool.ts";
import { NamedFunction } from "../../test/named-function.ts";
import { WorkCounter } from "../../test/work-counter.ts";
import { equals } from "./equality.ts";
import { Keyword } from "./keyword.ts";
import { MapBuilder } from "./map-builder.ts";
import { TrieMap } from "./trie-map.ts";
import { Vector } from "./vector.ts";
import type { Value } from "./value.ts";

/**
 * A map and its expected content: a JavaScript Map from key names to values, in the expected
 * order.
 */
interface Version {
  readonly map: TrieMap;
  readonly model: ReadonlyMap<string, Value>;
}

const numberedKeys: readonly PooledKey[] = Array.from({ length: 1500 }, (_, index) => ({
  name: `numbered ${String(index)}`,
  make: () => `n${String(index)}`,
}));
const allKeys = [...keyPool, ...numberedKeys];
const keysByName = new Map(allKeys.map((key) => [key.name, key]));

function assoc({ map, model }: Version, key: PooledKey, value: Value): Version {
  return { map: map.assoc(key.make(), value), model: new Map(model).set(key.name, value) };
}

function dissoc({ map, model }: Version, key: PooledKey): Version {
  const rest = new Map(model);
  rest.delete(key.name);
  return { map: map.dissoc(key.make()), model: rest };
}

function startWith(count: number): Version {
  const keys = numberedKeys.slice(0, count);
  return {
    map: keys.reduce((map, key, index) => map.assoc(key.make(), index), TrieMap.empty()),
    model: new Map(keys.map((key, index) => [key.name, index])),
  };
}

function keyNumbered(index: number): PooledKey {
  return numberedKeys[index] ?? { name: "none", make: () => null };
}

function makeKey(name: string): Value {
  return keysByName.get(name)?.make() ?? null;
}

function expectVersion({ map, model }: Version): void {
  const expected = [...model].map(([name, value]) => [makeKey(name), value] as const);
  const entries: (readonly [Value, Value])[] = [];
  map.forEach((key, value) => entries.push([key, value]));
  expect(map.count).toBe(model.size);
  expect(entries.length).toBe(model.size);
  const mismatch = entries.findIndex(([key, value], index) => {
    const [expectedKey, expectedValue] = expected[index] ?? [null, null];
    return !equals(key, expectedKey) || !Object.is(value, expectedValue);
  });
  expect(mismatch).toBe(-1);
  for (const [key, value] of expected) expect(map.find(key)).toBe(value);
  for (const key of keyPool) expect(map.find(key.make())).toBe(model.get(key.name));
}

const arbitraryKey = fc.oneof(
  { arbitrary: fc.constantFrom(...keyPool), weight: 3 },
  { arbitrary: fc.constantFrom(...numberedKeys.slice(0, 40)), weight: 1 },
);

const arbitraryChange = fc.oneof(
  fc.tuple(arbitraryKey, fc.constantFrom<Value>(null, 0, -0, 1, "x", NaN)).map(
    ([key, value]) =>
      (version: Version) =>
        assoc(version, key, value),
  ),
  arbitraryKey.map((key) => (version: Version) => dissoc(version, key)),
  // Removes a key and adds it again, which moves it to the end.
  fc.nat().map((choice) => (version: Version) => {
    const key = keysByName.get(
      [...version.model.keys()][choice % Math.max(version.model.size, 1)] ?? "",
    );
    return key === undefined ? version : assoc(dissoc(version, key), key, "again");
  }),
  fc.nat().map((choice) => (version: Version) => {
    const key = keysByName.get(
      [...version.model.keys()][choice % Math.max(version.model.size, 1)] ?? "",
    );
    return key === undefined ? version : dissoc(version, key);
  }),
);

describe("histories of TrieMap", () => {
  test.each([
    { start: 0, changes: 80, runs: 150 },
    { start: 7, changes: 60, runs: 150 },
    { start: 30, changes: 120, runs: 80 },
    { start: 1200, changes: 40, runs: 5 },
  ])(
    "no version of a branching history changes, from $start initial keys",
    ({ start, changes, runs }) => {
      const history = fc.array(fc.tuple(fc.nat(), fc.boolean(), arbitraryChange), {
        maxLength: changes,
      });
      fc.assert(
        fc.property(history, (choices) => {
          const versions = [startWith(start)];
          for (const [choice, branches, change] of choices) {
            const from = branches ? versions[choice % versions.length] : versions.at(-1);
            if (from !== undefined) versions.push(change(from));
          }
          versions.forEach(expectVersion);
        }),
        { numRuns: runs },
      );
    },
  );

  test("a map is empty after removing a thousand keys in any order, and stays usable", () => {
    fc.assert(
      fc.property(
        fc.shuffledSubarray([...numberedKeys.slice(0, 1000)], { minLength: 1000 }),
        (order) => {
          let version = startWith(1000);
          for (const key of order)
            version = { map: version.map.dissoc(key.make()), model: version.model };
          expect(version.map.count).toBe(0);
          expect(version.map.keys()).toEqual([]);
          expect(version.map.assoc("x", 1).keys()).toEqual(["x"]);
        },
      ),
      { numRuns: 10 },
    );
  });
});

describe("the shared key table of versions", () => {
  const long = "a text that is long enough for its hash to have a price, ";
  const priced: readonly PooledKey[] = [
    ...collidingStrings(0, 4, long)
      .flat()
      .map((text) => ({ name: text, make: () => text })),
    ...Array.from({ length: 30 }, (_, index) => ({
      name: `priced ${String(index)}`,
      make: () => Vector.of<Value>([`${long}${String(index)}`, index]),
    })),
    ...keyPool,
  ];
  const change = fc.record({
    key: fc.constantFrom(...priced),
    act: fc.constantFrom("add", "add", "add", "find", "remove"),
  });

  test("the cost of a change or lookup does not depend on which other versions exist", () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 150 }), (changes) => {
        let alone = startWith(9).map;
        let among = alone;
        for (const [index, { key, act }] of changes.entries()) {
          // Takes the position at which the next key would be added.
          among.assoc(`only here ${String(index)}`, 1);
          const [first, second] = [new WorkCounter(), new WorkCounter()];
          if (act === "find")
            expect(among.find(key.make(), second)).toBe(alone.find(key.make(), first));
          else if (act === "add") {
            alone = alone.assoc(key.make(), index, first);
            among = among.assoc(key.make(), index, second);
          } else {
            alone = alone.dissoc(key.make(), first);
            among = among.dissoc(key.make(), second);
          }
          expect(second.elements).toBe(first.elements);
        }
        expect(formOf(among)).toEqual(formOf(alone));
        for (const { make } of priced) expect(among.find(make())).toBe(alone.find(make()));
      }),
      { numRuns: process.env["PTC_TESTS"] === undefined ? 25 : 100 },
    );
  });

  test("a map that was used as a queue can grow again", () => {
    let version = startWith(20);
    for (let turn = 20; turn < 150; turn++) {
      version = dissoc(version, keyNumbered(turn - 20));
      version = assoc(version, keyNumbered(turn), turn);
    }
    for (let turn = 150; turn < 400; turn++) version = assoc(version, keyNumbered(turn), turn);
    expectVersion(version);
    expect(version.map.find("n0")).toBe(undefined);
  });

  test("a key that is added again moves to the end, and keeps its position in older versions", () => {
    const before = startWith(12);
    const without = dissoc(before, keyNumbered(3));
    const back = assoc(without, keyNumbered(3), "back");
    const grown = assoc(back, keyNumbered(20), 20);
    for (const version of [before, without, back, grown]) expectVersion(version);
    expect(grown.map.keys().slice(-2)).toEqual(["n3", "n20"]);
  });
});

describe("assoc", () => {
  test("replacing a value keeps the existing key and its position", () => {
    const first = new Keyword("a");
    const map = TrieMap.empty().assoc(first, 1).assoc("b", 2).assoc(new Keyword("a"), 3);
    expect(map.keys()[0]).toBe(first);
    expect(map.find(first)).toBe(3);
  });

  test("setting the same value returns the same map", () => {
    const map = TrieMap.empty().assoc("a", NaN);
    expect(map.assoc("a", NaN)).toBe(map);
  });

  test("distinguishes the values -0 and 0", () => {
    expect(TrieMap.empty().assoc("a", 0).assoc("a", -0).find("a")).toBe(-0);
  });

  test("treats a large integer as double and as bigint as the same key", () => {
    for (const size of [0, 20]) {
      const map = startWith(size)
        .map.assoc(twoSpellings.double, "double")
        .assoc(twoSpellings.bigint, "bigint");
      expect(map.count).toBe(size + 1);
      expect(map.find(twoSpellings.double)).toBe("bigint");
    }
  });
});

describe("NaN as a key", () => {
  test.each([2, 30])(
    "NaN is added every time, is never found, and stays in a map of %i other keys after any change",
    (size) => {
      const withNaN = startWith(size).map.assoc(NaN, 1).assoc(NaN, 2);
      expect(withNaN.find(NaN)).toBe(undefined);
      const written = withNaN.assoc("n0", "new").dissoc("n1");
      expect(written.count).toBe(size + 1);
      expect(written.keys().filter(Number.isNaN)).toEqual([NaN, NaN]);
      expect(written.dissoc(NaN)).toBe(written);
    },
  );

  test("fifty thousand NaN keys do not slow down each other", () => {
    let map = TrieMap.empty();
    for (let index = 0; index < 50_000; index++) map = map.assoc(NaN, index);
    let sum = 0;
    map
      .assoc("a", 0)
      .dissoc("a")
      .forEach((_, value) => (sum += Number(value)));
    expect(sum).toBe((50_000 * 49_999) / 2);
  });
});

test("fifty thousand function keys do not slow down each other", () => {
  const functions = Array.from({ length: 50_000 }, () => new NamedFunction());
  let map = TrieMap.empty();
  for (const [index, key] of functions.entries()) map = map.assoc(key, index);
  expect(functions.every((key, index) => map.find(key) === index)).toBe(true);
});

describe("the cost of a version", () => {
  test("a map used as a queue does not retain the slots of removed entries", () => {
    let map = startWith(20).map;
    for (let turn = 20; turn < 20_000; turn++)
      map = map.dissoc(`n${String(turn - 20)}`).assoc(`n${String(turn)}`, turn);
    expect(map.keys()).toEqual(
      Array.from({ length: 20 }, (_, index) => `n${String(index + 19_980)}`),
    );
    // Read internals, because the slots of the order could grow without limit.
    const slots = (node: unknown): number =>
      Array.isArray(node)
        ? node.reduce<number>((sum, child) => sum + slots(child), node.length)
        : 0;
    const { order } = map as unknown as { order: { root: unknown } };
    expect(slots(order.root)).toBeLessThan(300);
  });

  test.each([
    {
      what: "a new key",
      change: (map: TrieMap, index: number) => map.assoc(`new ${String(index)}`, index),
    },
    { what: "another value", change: (map: TrieMap, index: number) => map.assoc(index, "changed") },
    { what: "a key less", change: (map: TrieMap, index: number) => map.dissoc(index) },
  ])("five thousand versions of one large map with $what cost only their changes", ({ change }) => {
    const builder = new MapBuilder();
    for (let index = 0; index < 100_000; index++) builder.set(index, index);
    const map = builder.build();
    // If each version copied something as long as the map, this would take gigabytes.
    const versions = Array.from({ length: 5_000 }, (_, index) => change(map, index));
    expect(new Set(versions).size).toBe(5_000);
    expect(versions.every((version) => Math.abs(version.count - 100_000) <= 1)).toBe(true);
  });
});

describe("TrieMap.every", () => {
  test("stops when the callback returns false", () => {
    const seen: Value[] = [];
    const all = startWith(20).map.every((key) => {
      seen.push(key);
      return seen.length < 3;
    });
    expect(all).toBe(false);
    expect(seen).toEqual(["n0", "n1", "n2"]);
  });
});

describe("field names", () => {
  test("a map keeps its writing rule through every change", () => {
    for (const size of [3, 20]) {
      const map = startWith(size).map.withFieldNames(true);
      const changed = [
        map.assoc("new", 1),
        map.assoc("n0", "x"),
        map.dissoc("n1"),
        map.dissoc("n0").assoc("n0", 1),
      ];
      expect(changed.map((version) => version.hasFieldNames)).toEqual([true, true, true, true]);
      expect(map.withFieldNames(false).hasFieldNames).toBe(false);
      expect(map.withFieldNames(true)).toBe(map);
    }
  });

  test("versions with different writing rules are independent", () => {
    const map = startWith(12).map;
    const host = map.withFieldNames(true).assoc("x", 1);
    const program = map.assoc("y", 2);
    expect(host.find("y")).toBe(undefined);
    expect(program.find("x")).toBe(undefined);
    expect([host.count, program.count, map.count]).toEqual([13, 13, 12]);
  });
});

test("a key lookup charges the meter for its comparisons", () => {
  const spent: number[] = [];
  const key = Vector.of<Value>([1, 2, 3]);
  TrieMap.empty()
    .assoc(key, 1)
    .find(Vector.of<Value>([1, 2, 3]), { spend: (count) => spent.push(count) });
  expect(spent).toEqual([3]);
});
