import { expect, test } from "vitest";
import { mapOf } from "../../test/arbitrary-value.ts";
import { NamedFunction } from "../../test/named-function.ts";
import { fromHost } from "./host-crossing.ts";
import { Keyword } from "./keyword.ts";
import { LazySequence } from "./lazy.ts";
import { RegexValue } from "./regex.ts";
import { Temporal } from "./temporal.ts";
import { TrieSet } from "./trie-set.ts";
import { typeName } from "./type-name.ts";
import { Vector } from "./vector.ts";
import type { Value } from "./value.ts";

const named: readonly (readonly [string, Value])[] = [
  ["nil", null],
  ["boolean", false],
  ["number", 1.5],
  ["number", 2n ** 70n],
  ["string", ""],
  ["keyword", new Keyword("a")],
  ["vector", Vector.of<Value>([])],
  ["vector", fromHost([])],
  ["map", mapOf([])],
  ["map", fromHost({})],
  ["set", TrieSet.of([])],
  ["regex", new RegexValue("a")],
  ["instant", new Temporal("instant", 0)],
  ["local-date", new Temporal("local-date", 0)],
  ["duration", new Temporal("duration", 0)],
  ["function", new NamedFunction()],
  ["lazy sequence", new (class extends LazySequence {})()],
];

test.each(named)("typeName returns %s", (name, value) => {
  expect(typeName(value)).toBe(name);
});
