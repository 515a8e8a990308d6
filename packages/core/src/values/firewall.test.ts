import { expect, test } from "vitest";
import { hideFirewalledEntry, isFirewalledKey, isFirewalledName } from "./firewall.ts";
import { Keyword } from "./keyword.ts";
import { SymbolValue } from "./symbol.ts";
import { Vector } from "./vector.ts";
import type { Value } from "./value.ts";

test("a name is firewalled if it starts with an underscore", () => {
  expect(["_token", "_", "__proto__"].map(isFirewalledName)).toEqual([true, true, true]);
  expect(["token", "a_b", "", "-token", ":_token"].map(isFirewalledName)).toEqual([
    false,
    false,
    false,
    false,
    false,
  ]);
});

test("isFirewalledKey recognizes string, keyword and symbol keys", () => {
  expect(
    ["_a", new Keyword("_a"), new Keyword("user/_a"), new SymbolValue("_a")].map(isFirewalledKey),
  ).toEqual([true, true, true, true]);
  expect(
    ["a", new Keyword("a"), new SymbolValue("a"), 1, null, Vector.of<Value>(["_a"])].map(
      isFirewalledKey,
    ),
  ).toEqual(Array.from({ length: 6 }, () => false));
});

test("hideFirewalledEntry hides the value of a firewalled entry and changes no other vector", () => {
  const entry = hideFirewalledEntry(Vector.of<Value>([new Keyword("_a"), "secret"]));
  expect([entry.count, entry.at(0), entry.at(1)]).toEqual([
    2,
    new Keyword("_a"),
    new SymbolValue("<Firewalled>"),
  ]);
  for (const others of [["_a"], ["_a", 1, 2], ["a", "_b"], []] as Value[][]) {
    const vector = Vector.of<Value>(others);
    expect(hideFirewalledEntry(vector)).toBe(vector);
  }
});
