// What is known to differ is passed over, and nothing else is.
import { expect, test } from "vitest";
import { withoutKnown } from "./without-known.ts";

const programs = ["a", "b", "c"].map((name) => ({ name, sources: [name] }));
const known = [{ because: "of its own", programs: ["b"] }];

test("a known difference reads as Node's answer, any other stays", () => {
  expect(withoutKnown(programs, ["1", "x", "y"], ["1", "2", "3"], known)).toEqual({
    steps: ["1", "2", "y"],
    problems: [],
  });
});

test("a known difference that is none is a problem", () => {
  expect(withoutKnown(programs, ["1", "2", "3"], ["1", "2", "3"], known).problems).toEqual([
    "b: is a known difference and does not differ: take it off the list",
  ]);
});
