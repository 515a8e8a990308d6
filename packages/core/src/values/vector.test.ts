import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fromHost } from "./host-crossing.ts";
import { Vector } from "./vector.ts";
import type { HostReader } from "./host-reader.ts";

/** A reader that marks the values it converts, so a test sees which elements were read. */
const marking: HostReader<unknown> = {
  copies: () => {},
  work: { spend: () => {} },
  fromHost: (value) => `host:${String(value)}`,
  convertOnce: () => {
    throw new Error("not needed here");
  },
  namesOf: (source, list) => list(source),
  lose: () => {},
};

interface Version {
  readonly vector: Vector<unknown>;
  readonly model: readonly unknown[];
}

type Change = (version: Version) => Version;

/** A change in a random history. Positions are fractions of the current length. */
const arbitraryChange: fc.Arbitrary<Change> = fc.oneof(
  fc.nat(3).map((last): Change => ({ vector, model }) => {
    const indexes = [...model.keys()].toReversed().slice(0, model.length - last);
    return { vector: vector.pick(indexes), model: indexes.map((index) => model[index]) };
  }),
  fc.integer().map((value): Change => ({ vector, model }) => ({
    vector: vector.conj(value),
    model: [...model, value],
  })),
  fc.integer().map((value): Change => ({ vector, model }) => ({
    vector: vector.cons(value),
    model: [value, ...model],
  })),
  fc
    .tuple(fc.nat({ max: 99 }), fc.integer())
    .map(([position, value]): Change => ({ vector, model }) => {
      if (model.length === 0) return { vector, model };
      const index = position % model.length;
      return { vector: vector.assoc(index, value), model: model.with(index, value) };
    }),
  fc
    .tuple(fc.nat({ max: 99 }), fc.nat({ max: 99 }))
    .map(([from, to]): Change => ({ vector, model }) => {
      const start = from % (model.length + 1);
      const end = to % (model.length + 1);
      return { vector: vector.slice(start, end), model: model.slice(start, end) };
    }),
  fc.constant<Change>(({ vector, model }) => ({
    vector: vector.slice(Math.min(1, model.length)),
    model: model.slice(1),
  })),
);

function expectVersion({ vector, model }: Version): void {
  expect(vector.count).toBe(model.length);
  expect(vector.toArray()).toEqual(model);
  expect([...vector]).toEqual(model);
  expect(Array.from({ length: vector.count }, (_, index) => vector.at(index))).toEqual(model);
}

const long = Array.from({ length: 300 }, (_, index) => index);

const starts: readonly (() => Version)[] = [
  () => ({ vector: Vector.of<unknown>([...long]), model: long }),
  () => ({ vector: Vector.of<unknown>(long.slice(1)).cons(0), model: long }),
  () => ({
    vector: Vector.of<unknown>([...long])
      .slice(0, 299)
      .conj(7),
    model: long.with(299, 7),
  }),
  () => ({
    vector: Vector.of<unknown>([...long])
      .cons(1)
      .slice(1)
      .cons(7),
    model: [7, ...long],
  }),
  () => ({ vector: Vector.of<unknown>([]), model: [] }),
  () => ({ vector: Vector.of<unknown>([1, 2, 3]), model: [1, 2, 3] }),
  () => ({ vector: Vector.ofHost([7, 8], marking), model: ["host:7", "host:8"] }),
];

describe("versions of a vector", () => {
  test("no version of a branching history changes", () => {
    const history = fc.array(fc.tuple(fc.nat(), arbitraryChange), { maxLength: 60 });
    fc.assert(
      fc.property(fc.constantFrom(...starts), history, (start, changes) => {
        const versions = [start()];
        for (const [choice, change] of changes) {
          const from = versions[choice % versions.length];
          if (from !== undefined) versions.push(change(from));
        }
        versions.forEach(expectVersion);
      }),
      { numRuns: process.env["PTC_TESTS"] === undefined ? 75 : 300 },
    );
  });

  test("every version of marked elements is marked, and no other", () => {
    const history = fc.array(arbitraryChange, { maxLength: 40 });
    fc.assert(
      fc.property(fc.constantFrom(...starts), history, fc.boolean(), (start, changes, isMarked) => {
        const { vector, model } = start();
        let version: Version = { vector: isMarked ? vector.ofFields() : vector, model };
        const marks = new Set([version.vector.isOfFields]);
        for (const change of changes) {
          version = change(version);
          marks.add(version.vector.isOfFields).add(version.vector.as("list").isOfFields);
        }
        expectVersion(version);
        expect([...marks]).toEqual([isMarked]);
      }),
      { numRuns: process.env["PTC_TESTS"] === undefined ? 50 : 200 },
    );
  });

  test("two appends to one version are independent", () => {
    const base = Vector.of([1]).conj(2);
    const left = base.conj(3);
    const right = base.conj(4);
    expect([base.toArray(), left.toArray(), right.toArray()]).toEqual([
      [1, 2],
      [1, 2, 3],
      [1, 2, 4],
    ]);
  });

  test("two prepends to one version are independent", () => {
    const base = Vector.of([1]).cons(0);
    const left = base.cons(-1);
    const right = base.cons(-2);
    expect([base.toArray(), left.toArray(), right.toArray()]).toEqual([
      [0, 1],
      [-1, 0, 1],
      [-2, 0, 1],
    ]);
  });

  test("appending to a slice does not change later elements of the original", () => {
    const base = Vector.of([1, 2, 3]);
    expect(base.slice(0, 1).conj(9).toArray()).toEqual([1, 9]);
    expect(base.toArray()).toEqual([1, 2, 3]);
  });

  test("prepending to a slice does not change earlier elements of the original", () => {
    const base = Vector.of([1]).cons(0).cons(-1);
    expect(base.slice(1).cons(9).toArray()).toEqual([9, 0, 1]);
    expect(base.toArray()).toEqual([-1, 0, 1]);
  });
});

describe("long vectors used as stacks", () => {
  const size = 5_000;
  const pushedAndPopped = {
    "at the end": (vector: Vector<number>, value: number) =>
      vector.slice(0, vector.count - 1).conj(value),
    "in front": (vector: Vector<number>, value: number) => vector.slice(1).cons(value),
    "by index": (vector: Vector<number>, value: number) => vector.assoc(value % size, value),
  };

  test.each(Object.entries(pushedAndPopped))(
    "a long vector copies only a tree path per change %s",
    (_place, change) => {
      let vector = Vector.of<number>([]);
      for (let value = 0; value < size; value++) vector = vector.conj(value);
      vector = vector.cons(-1).slice(1);
      for (let value = 0; value < 3; value++) vector = change(vector, value);
      const copied = [vector.copiedByConj, vector.copiedByCons, vector.copiedByAssoc];
      expect(Math.min(...copied)).toBeLessThanOrEqual(96);
      for (let value = 0; value < size; value++) {
        const changed = change(vector, value);
        expect(changed.count).toBe(size);
        vector = changed;
      }
      expect(vector.toArray().every((value) => value >= 0 && value < size)).toBe(true);
    },
  );
});

describe("kinds of vectors", () => {
  test("changing the kind shares the elements, and cons returns a list or sequence", () => {
    const vector = Vector.of([1, 2, 3]);
    const list = vector.as("list");
    expect(list.isSameAs(vector)).toBe(true);
    expect([list.kind, list.asSequence().kind, vector.asSequence().kind]).toEqual([
      "list",
      "list",
      "sequence",
    ]);
    expect([list.cons(0).kind, vector.cons(0).kind, list.conj(4).kind]).toEqual([
      "list",
      "sequence",
      "vector",
    ]);
    expect([Vector.entry(1, 2).kind, Vector.entry(1, 2).isSequence]).toEqual(["entry", false]);
  });
});

describe("get", () => {
  test("returns the default for an index that is out of bounds or not an integer", () => {
    const vector = Vector.of([1, 2]).slice(0, 1);
    expect([
      vector.get(0, -1),
      vector.get(1, -1),
      vector.get(-1, -1),
      vector.get(0.5, -1),
      vector.get(NaN, -1),
    ]).toEqual([1, -1, -1, -1, -1]);
  });
});

describe("host arrays", () => {
  test("reads a host array in place, never writes it, and converts elements on access", () => {
    const items = Object.freeze([1, 2, 3]) as unknown as unknown[];
    const vector = Vector.ofHost(items, marking);
    expect(vector.conj("x").toArray()).toEqual(["host:1", "host:2", "host:3", "x"]);
    expect(vector.cons("x").toArray()).toEqual(["x", "host:1", "host:2", "host:3"]);
    expect(vector.assoc(1, "x").toArray()).toEqual(["host:1", "x", "host:3"]);
    expect(vector.slice(1, 2).conj("x").toArray()).toEqual(["host:2", "x"]);
    expect(items).toEqual([1, 2, 3]);
  });

  test("reads an element whose accessor throws as nil", () => {
    const items: unknown[] = [1];
    Object.defineProperty(items, 1, {
      get: () => {
        throw new Error("no");
      },
      enumerable: true,
    });
    expect((fromHost(items) as Vector<unknown>).toArray()).toEqual([1, null]);
  });
});

describe("isSameAs", () => {
  test("is true only for the same range of the same array", () => {
    const base = Vector.of([1, 2, 3]);
    expect(base.slice(1).isSameAs(base.slice(1))).toBe(true);
    expect(base.slice(1).isSameAs(base.slice(0, 2))).toBe(false);
    expect(base.isSameAs(base.conj(4))).toBe(false);
    expect(base.isSameAs(Vector.of([1, 2, 3]))).toBe(false);
  });
});

test("a queue does not retain removed elements", () => {
  let queue = Vector.of<number>([0, 1, 2]);
  for (let turn = 0; turn < 10_000; turn++) queue = queue.slice(1).conj(turn);
  // Read internals, because the backing array could grow without limit.
  const { items } = queue as unknown as { items: unknown[] };
  expect(items.length).toBeLessThan(100);
  expect(queue.toArray()).toEqual([9997, 9998, 9999]);
});

test("pick does not convert host elements, and its result does not count as host memory", () => {
  const read: unknown[] = [];
  const noting: HostReader<unknown> = { ...marking, fromHost: (value) => read.push(value) };
  const vector = Vector.ofHost(["a", "b", "c"], noting);
  const picked = vector.pick([2, 0]);
  expect([
    vector.isHost,
    vector.slice(1).isHost,
    picked.isHost,
    picked.as("sequence").isHost,
    picked.slice(1).isHost,
  ]).toEqual([true, true, false, false, false]);
  expect(read).toEqual([]);
  picked.slice(1).at(0);
  expect(read).toEqual(["a"]);
});
