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

describe("nearest names", () => {
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
  ])("to %j are %j", (name, near) => {
    expect(
      nearestNames(name, names).filter((found) => near.includes(found) || near.length === 0),
    ).toEqual(near);
  });

  test("come nearest first, then by the alphabet, no more than asked for, each once", () => {
    expect(nearestNames("abc", ["abz", "abd", "abc", "abd", "axyz"])).toEqual([
      "abc",
      "abd",
      "abz",
    ]);
    expect(nearestNames("abc", ["abz", "abd", "abc"], 1)).toEqual(["abc"]);
  });

  test("a swap of neighbours is one edit", () => {
    expect(nearestNames("abcd", ["bacd", "xycd"])[0]).toBe("bacd");
  });

  test("one edit is always near enough for a name of three letters or more", () => {
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

  test("long names cost no more than long words", () => {
    const long = (letter: string) => letter.repeat(100_000);
    expect(nearestNames(long("a"), [long("b"), long("a"), "a".repeat(66)])).toEqual([
      "a".repeat(66),
    ]);
  });
});

describe("did you mean", () => {
  test("names what is near", () => {
    expect(didYouMean("fitler", names)).toBe("did you mean `filter` or `filterv`?");
    expect(didYouMean("frist", names)).toBe("did you mean `first`?");
  });

  test("says nothing when nothing is near", () => {
    expect(didYouMean("zzzzzz", names)).toBe(undefined);
  });
});

describe("the work", () => {
  test("is bounded, however many names there are: candidates are no longer taken", () => {
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
