// Tests that the compiler accepts the same texts as `parseSignature`: the texts of the reader
// tests, generated signatures, signatures with one changed piece, and pieces in any order.

import fc from "fast-check";
import { expect, test } from "vitest";
import { parseSignature, renderSignature } from "../../src/index.ts";
import { signatureArbitrary } from "../arbitraries.ts";
import { vectors } from "../vectors.ts";
import { messagesFor } from "./compile.ts";

const pieces = [
  "(",
  ")",
  "{",
  "}",
  "[",
  "]",
  "#{",
  ":",
  ",",
  "?",
  "|",
  "|nil",
  "; note\n",
  "->",
  " ",
  "\n",
  "_",
  "-",
  "a",
  "id",
  "Order",
  "type ",
  "type Order ",
  ":int",
  ":string",
  ":Order",
  ":integer",
  "{id :int}",
  "[:any]",
  '"text"',
  "'it\\'s'",
  '"',
  "'",
  "\\",
  "\\u0041",
  "9",
  "é",
];
const pieceArbitrary = fc.constantFrom(...pieces);
const written = signatureArbitrary.map((generated) => renderSignature(generated));
const changed = fc
  .tuple(written, fc.nat(), fc.nat({ max: 3 }), fc.option(pieceArbitrary, { nil: "" }))
  .map(([text, place, removed, piece]) => {
    const at = place % (text.length + 1);
    return text.slice(0, at) + piece + text.slice(at + removed);
  });
/** `.ci/run` checks nine times as many. */
const some = process.env["PTC_TESTS"] === undefined ? 1 : 9;
const mixed = fc.array(pieceArbitrary, { maxLength: 8 }).map((parts) => parts.join(""));

test.each([
  ["the vectors of the readers", vectors],
  ["generated signatures", fc.sample(written, 10 * some)],
  ["signatures with a piece changed", fc.sample(changed, 14 * some)],
  ["pieces in any order", fc.sample(mixed, 24 * some)],
])("the compiler and the reader agree on %s", (_, texts) => {
  const readable = texts.filter((text) => text.length <= 600);
  const messages = messagesFor(readable);
  const disagreed = readable.flatMap((text, index) => {
    const result = parseSignature(text);
    return result.ok === (messages[index] === undefined)
      ? []
      : [
          {
            text,
            reader: result.ok ? "accepted" : result.error.message,
            compiler: messages[index] ?? "accepted",
          },
        ];
  });
  expect(disagreed).toEqual([]);
});
