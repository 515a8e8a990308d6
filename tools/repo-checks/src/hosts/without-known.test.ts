// Ignores exactly the known differences.
import { expect, test } from "vitest";
import { withoutKnown } from "./without-known.ts";

const programs = ["a", "b", "c"].map((name) => ({ name, sources: [name] }));
const known = [{ because: "of its own", programs: ["b"] }];

test("replaces a known difference with Node's result and keeps any other", () => {
  expect(withoutKnown(programs, ["1", "x", "y"], ["1", "2", "3"], known)).toEqual({
    steps: ["1", "2", "y"],
    problems: [],
  });
});

test("reports a known difference that no longer differs", () => {
  expect(withoutKnown(programs, ["1", "2", "3"], ["1", "2", "3"], known).problems).toEqual([
    "b: is a known difference that no longer differs: remove it from the list",
  ]);
});
