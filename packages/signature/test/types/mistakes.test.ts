// Tests the compiler's messages for malformed signatures: those of `parseSignature` without the
// location. This file lists the malformed texts; `syntax/explain.test.ts` tests the messages.

import { describe, expect, test } from "vitest";
import { parseSignature } from "../../src/parse-signature.ts";
import { knownTypeFor } from "../../src/type-names.ts";
import { vectors } from "../vectors.ts";
import { messagesFor } from "./compile.ts";

const malformed = [
  ...vectors,
  "\n; nothing",
  "{a [:int",
  "(id :int -> :string",
  "(query, limit :int) -> :any",
  "{id",
  "{id number}",
  "{name: string}",
  "{name : list}",
  "(limit? :int) -> :any",
  '{"id" :int}',
  "{größe :int}",
  "{a :int b :int}",
  "{a b}",
  "{ab :int, a-b :int, a_b :int}",
  "(a :int, a :int) -> :int",
  "{a {b :int, b :int}}",
  ": int",
  "{a :int ?}",
  "{a :int|nil|nil}",
  "{a :int | string}",
  "#{open",
  "#{open [}",
  "#{open open}",
  '#{open "open"}',
  "#{-a}",
  "#{it's}",
  '{a :int "one" b :int}',
  "type {id :int}",
  "type Order [",
  "type order {id :int} :int",
  "type A :int type A :int :A",
  "type A :B type B :int :A",
  "type Order {id :int}",
  "type A :int?? :A",
  "type __ :int :int",
  "string",
  "list<int>",
  "(q :string) → :int",
  "{a => :int}",
  "(id :int) -> :string, :int",
  "(a (b :int)) -> :int",
  "(a :list) -> :int",
  "{a :integer}",
  "[:numbers]",
  "[:strings]",
  ":Order",
  ":String",
  ":nil",
  "{a :int, b :strings?}",
  "`:int`",
  `{${"long-name".repeat(10)}}`,
  `:int ${"word".repeat(20)}`,
];

/**
 * Texts whose messages differ: the compiler shows half a surrogate pair and escaped characters
 * differently, gives more detail for a text in an enum, and shows less of a text or a number.
 */
const shownOtherwise = new Set(["\u0000", "😀", '#{"a""b"}', ":int\uD800", "1e5", '""', '"-a"']);

describe("the compiler's messages", () => {
  const texts = [...new Set(malformed)].filter(
    (text) => !parseSignature(text).ok && !shownOtherwise.has(text),
  );
  const messages = messagesFor(texts);

  test.each(texts.map((text, index) => ({ text, index })))(
    "contains the reader's message for $text",
    ({ text, index }) => {
      expect(messages[index]).toContain(
        `is not assignable to parameter of type '${quoted(readerMessage(text))}'.`,
      );
    },
  );
});

test("the compiler's message is one line that names the mistake", () => {
  expect(messagesFor(["(a :list) -> :int", "{a :int,"])).toEqual([
    `Argument of type '"(a :list) -> :int"' is not assignable to parameter of type '"unknown type :list: write [:any], or name the type of the elements as in [:string]"'.`,
    `Argument of type '"{a :int,"' is not assignable to parameter of type '"the { is still open: write }"'.`,
  ]);
});

test("the compiler gives the reader's hint for every commonly guessed name", () => {
  const guesses = [
    "list",
    "array",
    "vector",
    "seq",
    "set",
    "tuple",
    "object",
    "dict",
    "record",
    "struct",
    "json",
    "str",
    "text",
    "char",
    "uuid",
    "url",
    "integer",
    "long",
    "bigint",
    "number",
    "num",
    "decimal",
    "double",
    "boolean",
    "atom",
    "enum",
    "symbol",
    "date",
    "time",
    "timestamp",
    "instant",
    "unknown",
    "value",
    "nil",
    "null",
    "ints",
    "maps",
    "INT",
    "Boolean",
    "money",
  ];
  const messages = messagesFor(guesses.map((name) => `[:${name}]`));
  expect(messages.map((message) => message?.replace(/^.*: write /u, "write "))).toEqual(
    guesses.map((name) => `write ${knownTypeFor(name)}"'.`),
  );
});

test("the compiler lists all types for a name that only resembles a known one", () => {
  expect(messagesFor([":strng"])).toEqual([
    expect.stringContaining(
      "unknown type :strng: write one of :string :int :float :bool :keyword :datetime :file :any :map",
    ),
  ]);
});

/** Returns the message of the reader without locations. */
function readerMessage(text: string): string {
  const result = parseSignature(text);
  if (result.ok) throw new Error(`accepted: ${text}`);
  return result.error.message.replaceAll(/ (?:at|of) line \d+, column \d+/gu, "");
}

/** Returns a text as the compiler shows it in a literal. */
function quoted(text: string): string {
  return `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}
