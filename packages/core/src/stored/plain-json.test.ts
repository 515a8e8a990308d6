import fc from "fast-check";
import { expect, test } from "vitest";
import { encodeValue } from "../encoding/index.ts";
import { fromHost } from "../values/index.ts";
import { plainJson } from "./plain-json.ts";

/** Returns the work that writing `value` spends, and its encoding. */
function encoded(value: unknown): { readonly json: unknown; readonly work: number } {
  let work = 0;
  const json = encodeValue(fromHost(value), undefined, { spend: (more) => void (work += more) });
  return { json, work };
}

test("copies data whose encoding is its JSON, and leaves all other data", () => {
  const name = fc.oneof(fc.constantFrom("a", "_b", "a_b", "7", ":a", "$map", "", "toJSON", "é"));
  const leaf = fc.oneof(
    fc.string({ maxLength: 40 }),
    fc.double(),
    fc.boolean(),
    fc.constantFrom(null, undefined, -0, 7n, new Date(0), new Set([1]), /a/, () => 1),
  );
  const { data } = fc.letrec((tie) => ({
    data: fc.oneof(
      { maxDepth: 4 },
      leaf,
      fc.array(tie("data"), { maxLength: 3 }),
      fc.dictionary(name, tie("data"), { maxKeys: 3 }),
    ),
  }));
  let copied = 0;
  fc.assert(
    fc.property(data, (value) => {
      let work = 0;
      const json = plainJson(value, { spend: (more) => void (work += more) });
      if (json === undefined) return;
      copied += 1;
      expect({ json: JSON.stringify(json), work }).toEqual({
        ...encoded(value),
        json: JSON.stringify(encoded(value).json),
      });
    }),
    { numRuns: 5_000 },
  );
  expect(copied).toBeGreaterThan(500);
});

test("copies rows, and leaves large and deep data to the encoder", () => {
  const meter = { spend: () => undefined };
  const row = { id: 7, name: "a", price: 12.5, tags: ["a"], _token: null };
  expect(plainJson(row, meter)).toEqual(row);
  expect(plainJson(row, meter)).not.toBe(row);
  let deep: unknown = 1;
  for (let level = 0; level < 30; level++) deep = [deep];
  for (const value of [deep, "x".repeat(1_000_000), Array.from({ length: 20_000 }, () => 1)])
    expect(plainJson(value, meter)).toBeUndefined();
});
