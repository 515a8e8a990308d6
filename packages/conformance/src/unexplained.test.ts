import { expect, test } from "vitest";
import { unexplained } from "./unexplained.ts";

const scored = [
  "clojure | p-1 | (+ 1 2) | 4 | {'clojure': '3'}",
  "ptc | p-22 | (f) | error | {'ptc': '1'}",
  "clojure: 631/632",
  "1095/1096 agree",
].join("\n");

test("reports a difference that isn't in the table", () => {
  expect(unexplained(scored, [{ ids: ["p-22"], authority: "DIV-1", why: "" }])).toEqual([
    "unexplained: clojure | p-1 | (+ 1 2) | 4 | {'clojure': '3'}",
  ]);
});

test("reports an entry of the table that no longer differs", () => {
  expect(
    unexplained(scored, [
      { ids: ["p-1", "p-22"], authority: "", why: "" },
      { ids: ["p-3"], authority: "", why: "" },
    ]),
  ).toEqual(["p-3 agrees by now: take it out of known-differences.ts"]);
});
