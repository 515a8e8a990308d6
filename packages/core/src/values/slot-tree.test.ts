import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { SlotTree } from "./slot-tree.ts";
import { Entry } from "./trie-entry.ts";

/** An order, and the expected value at each index, or undefined if the index has no entry. */
interface Version {
  readonly order: SlotTree<Entry>;
  readonly model: readonly (number | undefined)[];
}

const entry = (index: number, value: number) => new Entry(index, value, undefined, index);

function startWith(count: number): Version {
  const values = Array.from({ length: count }, (_, index) => index);
  return { order: SlotTree.of(values.map((value) => entry(value, value))), model: values };
}

function append({ order, model }: Version, value: number): Version {
  return { order: order.append(entry(order.end, value)), model: [...model, value] };
}

function replace({ order, model }: Version, index: number, value: number): Version {
  return model[index] === undefined
    ? { order, model }
    : { order: order.replace(index, entry(index, value)), model: model.with(index, value) };
}

function remove({ order, model }: Version, index: number): Version {
  return model[index] === undefined
    ? { order, model }
    : { order: order.remove(index), model: model.with(index, undefined) };
}

function expectVersion({ order, model }: Version): void {
  const seen: [number, unknown][] = [];
  expect(order.every(({ index, value }) => seen.push([index, value]) > 0)).toBe(true);
  expect(order.end).toBe(model.length);
  expect(seen).toEqual([...model.entries()].filter(([, value]) => value !== undefined));
  expect(model.map((_, index) => order.at(index)?.value)).toEqual(model);
}

/** Truncates only versions from which nothing was removed. */
function truncate({ order, model }: Version, end: number): Version {
  if (model.includes(undefined)) return { order, model };
  return { order: order.truncated(end), model: model.slice(0, end) };
}

const arbitraryChange = fc.oneof(
  fc
    .nat()
    .map((choice) => (version: Version) => truncate(version, choice % (version.model.length + 1))),
  fc.integer().map((value) => (version: Version) => append(version, value)),
  fc.tuple(fc.nat(), fc.integer()).map(
    ([choice, value]) =>
      (version: Version) =>
        replace(version, choice % Math.max(version.model.length, 1), value),
  ),
  fc
    .nat()
    .map(
      (choice) => (version: Version) => remove(version, choice % Math.max(version.model.length, 1)),
    ),
  // Removes or adds whole nodes at either end, so nodes become empty and fill again.
  fc.tuple(fc.constantFrom(5, 33, 70), fc.boolean()).map(([count, atEnd]) => (version: Version) => {
    const { length } = version.model;
    const indexes = Array.from({ length: Math.min(count, length) }, (_, index) =>
      atEnd ? length - 1 - index : index,
    );
    return indexes.reduce(remove, version);
  }),
  fc
    .constantFrom(5, 33, 70)
    .map(
      (count) => (version: Version) =>
        Array.from({ length: count }, (_, index) => index).reduce(append, version),
    ),
);

describe("histories of SlotTree", () => {
  test.each([0, 1, 31, 32, 33, 1023, 1024, 1025, 1100])(
    "no version of a branching history changes, from %i initial entries",
    (start) => {
      const history = fc.array(fc.tuple(fc.nat(), fc.boolean(), arbitraryChange), {
        maxLength: 25,
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
        { numRuns: 15 },
      );
    },
  );

  test("an order built step by step equals one built at once, at every size", () => {
    let grown = startWith(0);
    for (let size = 0; size < 2100; size++) grown = append(grown, size);
    expectVersion(grown);
    for (const size of [31, 32, 33, 1024, 1025, 2100]) expectVersion(startWith(size));
  });
});

test("appending to an order that was emptied continues at its end", () => {
  for (const size of [3, 40, 1100]) {
    const emptied = Array.from({ length: size }, (_, index) => index).reduce(
      remove,
      startWith(size),
    );
    expectVersion(emptied);
    expectVersion(append(append(emptied, 1), 2));
  }
});

test("near finds the first indexes directly", () => {
  const { order } = append(startWith(3), 9);
  expect([0, 1, 2, 3].map((index) => order.near(index)?.value)).toEqual([0, 1, 2, 9]);
});

test("every stops when the callback returns false", () => {
  const seen: number[] = [];
  expect(startWith(100).order.every(({ index }) => seen.push(index) < 40)).toBe(false);
  expect(seen.length).toBe(40);
});
