import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { didYouMean, nearestNames } from "../options/nearest-names.ts";

const names = [
  "map",
  "mapv",
  "map-indexed",
  "filter",
  "filterv",
  "first",
  "count",
  "conj",
  "str",
  "get-in",
  "x",
];

describe("nearestNames", () => {
  test.each([
    ["mpa", ["map", "mapv"]],
    ["fitler", ["filter", "filterv"]],
    ["Filter", ["filter", "filterv"]],
    ["cont", ["conj", "count"]],
    ["map", ["map", "mapv"]],
    ["y", []],
    ["X", ["x"]],
    ["", []],
    ["zzzzzz", []],
  ])("the nearest names to %j are %j", (name, near) => {
    expect(
      nearestNames(name, names).filter((found) => near.includes(found) || near.length === 0),
    ).toEqual(near);
  });

  test("returns at most count distinct names, nearest first and then alphabetically", () => {
    expect(nearestNames("abc", ["abz", "abd", "abc", "abd", "axyz"])).toEqual([
      "abc",
      "abd",
      "abz",
    ]);
    expect(nearestNames("abc", ["abz", "abd", "abc"], 1)).toEqual(["abc"]);
  });

  test("counts a swap of neighbors as one edit", () => {
    expect(nearestNames("abcd", ["bacd", "xycd"])[0]).toBe("bacd");
  });

  test("a name of at least three letters is found after any single edit", () => {
    const name = fc.string({
      unit: fc.constantFrom("a", "b", "c", "-"),
      minLength: 3,
      maxLength: 20,
    });
    fc.assert(
      fc.property(name, fc.nat(), fc.constantFrom("", "z", "a"), (candidate, position, letter) => {
        const at = position % candidate.length;
        expect(
          nearestNames(candidate.slice(0, at) + letter + candidate.slice(at + 1), [candidate]),
        ).toEqual([candidate]);
      }),
    );
  });

  test("compares only the beginning of long names", () => {
    const long = (letter: string) => letter.repeat(100_000);
    expect(nearestNames(long("a"), [long("b"), long("a"), "a".repeat(66)])).toEqual([
      "a".repeat(66),
    ]);
  });
});

describe("didYouMean", () => {
  test("suggests near names", () => {
    expect(didYouMean("fitler", names)).toBe("did you mean `filter` or `filterv`?");
    expect(didYouMean("frist", names)).toBe("did you mean `first`?");
  });

  test("returns undefined if no name is near", () => {
    expect(didYouMean("zzzzzz", names)).toBe(undefined);
  });
});

describe("the work of nearestNames", () => {
  test("stops considering candidates after a bounded amount of work, however many names there are", () => {
    let taken = 0;
    function* endless(): Generator<string> {
      for (;;) yield `value_${"abcdefghij".repeat(4)}${String(taken++)}`;
    }
    const near = nearestNames(`valeu_${"abcdefghij".repeat(4)}7`, endless());
    expect(near[0]).toBe(`value_${"abcdefghij".repeat(4)}7`);
    expect(taken).toBeLessThan(1_000);
    taken = 0;
    expect(nearestNames("x".repeat(64), endless())).toEqual([]);
    expect(taken).toBeLessThan(300_000);
  });
});
