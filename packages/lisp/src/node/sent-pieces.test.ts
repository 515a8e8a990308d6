// A message in pieces means the same as a message that is copied and written at once.

import { serialize, deserialize } from "node:v8";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CrossingError, toCrossing } from "./crossing.ts";
import { Crossings, partsAtOnce, readPoolMessage, writtenPieces } from "./sent-pieces.ts";
import type { PoolMessage } from "./messages.ts";
import { Slice, atOnce } from "./reading/turns.ts";

function answer(crossings: Crossings, value: unknown): PoolMessage {
  return { type: "tool-answer", run: 1, call: 2, result: crossings.add(value) };
}

/** Returns the message that a process reads after all pieces. */
function written(message: PoolMessage, crossings: Crossings): PoolMessage {
  const outgoing = crossings.outgoing(message);
  if (outgoing instanceof Uint8Array) return readPoolMessage(outgoing);
  return readPoolMessage(Buffer.concat(atOnce((slice) => writtenPieces(outgoing, slice))));
}

/** Copies, writes and reads `value` in pieces of `parts`. */
function crossed(value: unknown, parts: number): unknown {
  const crossings = new Crossings(parts);
  return written(answer(crossings, value), crossings);
}

/** Copies, writes and reads `value` at once. */
function atOnceOf(value: unknown): unknown {
  const result = toCrossing(value);
  return deserialize(serialize({ type: "tool-answer", run: 1, call: 2, result }));
}

class Point {
  readonly x = 1;
  get y(): number {
    return 2;
  }
}

const leaf = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.integer(),
  fc.bigInt(),
  fc.constantFrom(null, undefined, true, -0, NaN, new Date(0), () => 1, Symbol("a")),
  fc.uint8Array({ maxLength: 4 }),
  fc.constantFrom("x".repeat(5000), "é😀".repeat(2000)).map((text) => text),
  fc.constantFrom(0).map(() => new Point()),
);
const { data } = fc.letrec<{ data: unknown }>((tie) => ({
  data: fc.oneof(
    { depthSize: "medium", withCrossShrink: true },
    leaf,
    fc.array(tie("data"), { maxLength: 5 }),
    fc.dictionary(fc.string({ maxLength: 3 }), tie("data"), { maxKeys: 4 }),
    fc.array(fc.tuple(tie("data"), tie("data")), { maxLength: 4 }).map((all) => new Map(all)),
    fc.array(tie("data"), { maxLength: 4 }).map((all) => new Set(all)),
    // The same object twice, and inside itself.
    tie("data").map((shared) => [shared, { again: shared, of: [shared] }]),
    tie("data").map((inner) => {
      const circular: Record<string, unknown> = { inner };
      circular["self"] = circular;
      circular["all"] = [circular, inner];
      return circular;
    }),
  ),
}));

test("a result in pieces is the same as one written at once", () => {
  fc.assert(
    fc.property(data, fc.integer({ min: 1, max: 12 }), (value, parts) => {
      expect(crossed(value, parts)).toEqual(atOnceOf(value));
    }),
  );
});

test("a result in pieces keeps the identity of shared and circular parts", () => {
  const row: Record<string, unknown> = { id: 1 };
  const rows = [row, row, { row }];
  row["rows"] = rows;
  const message = crossed({ rows, last: row, byRow: new Map([[row, 1]]) }, 1) as {
    result: { data: { rows: unknown[]; last: Record<string, unknown>; byRow: Map<unknown, 1> } };
  };
  const { data: read } = message.result;
  expect(read.rows[0]).toBe(read.last);
  expect(read.rows[1]).toBe(read.last);
  expect(read.rows[2]).toEqual({ row: read.last });
  expect(read.last["rows"]).toBe(read.rows);
  expect(read.byRow.get(read.last)).toBe(1);
});

test("reads fields in the same order as at once, and each of them once", () => {
  const orderOf = (copy: (value: unknown) => unknown): readonly string[] => {
    const order: string[] = [];
    const noting = (name: string, value: unknown): object =>
      Object.defineProperty({}, "field", {
        enumerable: true,
        get: () => {
          order.push(name);
          return value;
        },
      });
    copy([noting("a", noting("b", [noting("c", 1)])), new Set([noting("d", 1)]), noting("e", 1)]);
    return order;
  };
  expect(orderOf((value) => crossed(value, 1))).toEqual(["a", "b", "c", "d", "e"]);
  expect(orderOf(toCrossing)).toEqual(["a", "b", "c", "d", "e"]);
});

test("names of fields of later pieces don't reach a prototype", () => {
  const value: unknown = JSON.parse('[1, {"a": 1, "__proto__": {"polluted": true}}]');
  const { result } = crossed([value, value], 1) as { result: { data: [[1, object]] } };
  expect(Object.keys(result.data[0][1])).toEqual(["a", "__proto__"]);
  expect(Object.getPrototypeOf(result.data[0][1])).toBe(Object.prototype);
});

describe("the limits of a result apply to all its pieces:", () => {
  const deep = (levels: number): unknown => {
    let value: unknown = 1;
    for (let level = 0; level < levels; level++) value = [value];
    return value;
  };
  const longArray: unknown[] = [];
  longArray.length = 20_000_001;
  test.each<readonly [string, unknown, RegExp]>([
    ["a Proxy", new Proxy({}, {}), /a Proxy cannot be sent/],
    ["data nested too deep", deep(1_001), /data nested more than 1000 levels deep cannot be sent/],
    ["an array that is too long", longArray, /an array of more than 20000000 elements/],
  ])("%s", (_, late, message) => {
    const value = [...Array.from({ length: 50 }, (__, index) => ({ index })), late];
    expect(() => crossed(value, 10)).toThrow(CrossingError);
    expect(() => crossed(value, 10)).toThrow(message);
  });
});

/** A slice that is over after each piece. */
class ShortSlice extends Slice {
  override isOverNow(): boolean {
    return true;
  }
}

/** Returns how many turns the host gets while `value` is copied and written. */
function turnsFor(value: unknown): number {
  const crossings = new Crossings();
  const outgoing = crossings.outgoing(answer(crossings, value));
  if (outgoing instanceof Uint8Array) return 0;
  const work = writtenPieces(outgoing, new ShortSlice());
  let turns = 0;
  while (work.next().done !== true) turns++;
  return turns;
}

test("the host gets a turn between pieces, however the data is divided", () => {
  const rows = Array.from({ length: 20_000 }, (_, id) => ({ id, name: "a", ok: true }));
  const nested = Array.from({ length: 200 }, (_, at) => ({
    rows: rows.slice(at * 100, at * 100 + 100),
  }));
  const least = Math.floor(80_000 / partsAtOnce);
  expect(turnsFor(rows)).toBeGreaterThanOrEqual(least);
  expect(turnsFor({ rows })).toBeGreaterThanOrEqual(least);
  expect(turnsFor(nested)).toBeGreaterThanOrEqual(least);
  expect(turnsFor(new Map(rows.map((row) => [row.id, row])))).toBeGreaterThanOrEqual(least);
  expect(turnsFor(new Set(rows))).toBeGreaterThanOrEqual(least);
  // Long texts and arrays of bytes take as much work as many small values.
  expect(turnsFor(Array.from({ length: 20 }, () => "a".repeat(2 ** 20)))).toBeGreaterThanOrEqual(9);
  const bytes = Array.from({ length: 20 }, () => new Uint8Array(2 ** 20));
  expect(turnsFor(bytes)).toBeGreaterThanOrEqual(9);
});

test("several long values of one message are read as they were written, in any size", () => {
  fc.assert(
    fc.property(fc.array(data, { maxLength: 5 }), fc.integer({ min: 1, max: 9 }), (all, parts) => {
      const crossings = new Crossings(parts);
      const contexts = all.map((value) => crossings.add(value));
      const context = { data: contexts, holdsValues: false };
      const expected = all.map((value) => toCrossing(value));
      expect(written({ type: "context", id: 1, context }, crossings)).toEqual(
        deserialize(serialize({ type: "context", id: 1, context: { ...context, data: expected } })),
      );
    }),
  );
});

test("the first piece is shared by all values of a message", () => {
  const crossings = new Crossings(100);
  const long = Array.from({ length: 90 }, (_, id) => id);
  const [first, second, third] = [crossings.add(long), crossings.add(long), crossings.add([1])];
  expect([first, second, third].map(({ data: copy }) => (copy as unknown[]).length)).toEqual([
    90, 10, 0,
  ]);
});

test("an error in a later piece is explained with the name of its own option", () => {
  const crossings = new Crossings(4);
  const message = answer(crossings, [1, 2, 3, 4, 5, 6, 7, 8, 9]);
  const explained = (error: unknown): Error => new Error(`second: ${String(error)}`);
  crossings.add([1, new Proxy({}, {})], explained);
  expect(() => written(message, crossings)).toThrow(/^second: CrossingError: a Proxy cannot/);
});
