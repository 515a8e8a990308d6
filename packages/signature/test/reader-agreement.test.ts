// Tests that the emitted reader is up to date with the grammar and agrees with ohm-js. Both accept
// the same texts, build the same tree and fail at the same position.

import { createOhmReader, emitReader } from "@ptc/grammar-build";
import fc from "fast-check";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { recipe } from "../reader.recipe.ts";
import { read, trace } from "../src/generated/signature-reader.ts";
import { renderSignature } from "../src/rendering/render-signature.ts";
import * as actions from "../src/syntax/actions.ts";
import { signatureArbitrary } from "./arbitraries.ts";
import { vectors } from "./vectors.ts";

const ohmReader = createOhmReader(recipe, actions);

function readersOn(text: string): { emitted: unknown; ohm: unknown } {
  const emitted = read(text, Infinity);
  const ohm = ohmReader.read(text);
  return {
    emitted: emitted.ok ? emitted.value : { failsAt: trace(text).at },
    ohm: ohm.ok ? ohm.value : { failsAt: ohm.at },
  };
}

function expectAgreement(text: string): void {
  const { emitted, ohm } = readersOn(text);
  expect(emitted, text).toEqual(ohm);
}

test("the committed reader is up to date with the grammar", () => {
  const isCurrent = readFileSync(recipe.output, "utf8") === emitReader(recipe, actions);
  expect(
    isCurrent,
    "run node tools/grammar-build/src/main.ts packages/signature/reader.recipe.ts",
  ).toBe(true);
});

describe("the emitted reader and ohm-js", () => {
  test.each(vectors)("the readers agree on %j", (text) => {
    expectAgreement(text);
  });

  const text = signatureArbitrary.map((signature) => renderSignature(signature));
  const gap = fc.constantFrom("", " ", "\n", "\t ", "; note (a :int)\n", " ;\n ");

  test(
    "the readers agree on generated signatures with arbitrary white space and comments",
    { timeout: 30_000 },
    () => {
      fc.assert(
        fc.property(text, fc.infiniteStream(gap), (source, gaps) => {
          // A `?` directly follows its type, and texts are left unchanged.
          const spaced = source.replace(
            /"(?:[^"\\]|\\.)*"|\||(?:#\{|[,[\](){}])\??| (?=:)|->/gs,
            (mark) => (mark.startsWith('"') ? mark : nextOf(gaps) + mark + nextOf(gaps)),
          );
          expect(ohmReader.read(spaced).ok, spaced).toBe(true);
          expectAgreement(spaced);
        }),
      );
    },
  );

  test(
    "the readers agree on texts with a character deleted, doubled, replaced or inserted",
    { timeout: 30_000 },
    () => {
      const character = fc.constantFrom(
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        ":",
        ",",
        "?",
        "-",
        ">",
        ";",
        " ",
        "\n",
        '"',
        "'",
        "|",
        "#",
        "\\",
        "nil",
        "type ",
        "a",
        "_",
        "9",
        "é",
        "😀",
        "\uD800",
        "->",
        ":int",
      );
      fc.assert(
        fc.property(
          text,
          fc.array(fc.tuple(fc.nat(), fc.nat(3), character), { minLength: 1, maxLength: 3 }),
          (source, mutations) => {
            expectAgreement(mutations.reduce(mutated, source));
          },
        ),
        { numRuns: process.env["PTC_TESTS"] === undefined ? 75 : 300 },
      );
    },
  );
});

function nextOf(stream: Iterator<string>): string {
  return String(stream.next().value);
}

function mutated(
  source: string,
  [place, kind, character]: readonly [number, number, string],
): string {
  const at = place % (source.length + 1);
  const deleted = kind === 0 || kind === 2 ? 1 : 0;
  const inserted = kind === 1 ? source.charAt(at) : kind === 0 ? "" : character;
  return source.slice(0, at) + inserted + source.slice(at + deleted);
}
