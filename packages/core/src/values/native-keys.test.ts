import { describe, expect, test } from "vitest";
import { WorkCounter } from "../../test/work-counter.ts";
import { encodeValue } from "../encoding/encode.ts";
import { decodeValue } from "../decoding/decode.ts";
import { HostCrossing } from "./host-crossing.ts";
import { Keyword } from "./keyword.ts";
import { MapBuilder } from "./map-builder.ts";
import { TrieSet } from "./trie-set.ts";
import { toHost } from "./to-host.ts";
import { WorkLimitError } from "./work-budget.ts";
import type { MapValue } from "./map-value.ts";
import type { TrieMap } from "./trie-map.ts";
import type { Value } from "./value.ts";

const count = 300;
const long = (index: number): string => "x".repeat(17_000) + String(index).padStart(5, "0");

function mapBy(key: (index: number) => Value): TrieMap {
  const builder = new MapBuilder();
  for (let index = 0; index < count; index++) builder.set(key(index), index);
  return builder.build();
}

/** The number of pairs among keys with the same host hash. */
const pairs = (count * (count - 1)) / 2;

describe("keys with the same host hash", () => {
  test.each<readonly [string, Value, { collections?: "native" }, number]>([
    ["long texts as fields", mapBy(long), {}, pairs * 266],
    ["long keywords as fields", mapBy((index) => new Keyword(long(index))), {}, pairs * 266],
    ["long texts in a Map", mapBy(long), { collections: "native" }, pairs * 266],
    [
      "large integers in a Map",
      mapBy((index) => BigInt(index + 1) << 64n),
      { collections: "native" },
      pairs,
    ],
    [
      "large integers in a Set",
      TrieSet.of(Array.from({ length: count }, (_, index) => BigInt(index + 1) << 64n)),
      { collections: "native" },
      pairs,
    ],
  ])("conversion charges the comparisons of colliding keys: %s", (_, value, options, work) => {
    const counter = new WorkCounter();
    toHost(value, { ...options, meter: counter });
    expect(counter.elements).toBe(count + work);
  });

  // This test takes as long as the allowed work. The test above verifies that all of it is counted.
  test.runIf(process.env["PTC_TESTS"] !== undefined)(
    "keys with the same host hash end a conversion without a budget",
    () => {
      const builder = new MapBuilder();
      for (let index = 0; index < 1_500; index++) builder.set(long(index), index);
      expect(() => toHost(builder.build())).toThrow(WorkLimitError);
    },
  );

  test("encodes maps with long keys as pairs and decodes them again", () => {
    const made = mapBy((index) => new Keyword(long(index)));
    const json = encodeValue(made);
    expect(Object.keys(json as object)).toEqual(["$map"]);
    expect((decodeValue(json) as MapValue<Value>).count).toBe(count);
  });

  test("does not look up a missing long key in a host object", () => {
    const row = new HostCrossing().fromHost({ a: 1, [long(1)]: 2 }) as MapValue<Value>;
    const counter = new WorkCounter();
    expect(row.find(long(1), counter)).toBe(2);
    expect(row.find(long(2), counter)).toBe(undefined);
    expect(row.find("a", counter)).toBe(1);
    expect(counter.elements).toBeLessThan(3_000);
  });

  test("charges nothing extra for short texts and integers", () => {
    const counter = new WorkCounter();
    toHost(
      mapBy((index) => `k${String(index)}`),
      { meter: counter },
    );
    expect(counter.elements).toBe(count);
  });
});
