// Tests that the emitted reader and ohm-js agree with the same grammar and actions. For recorded,
// generated and mutated programs they return the same values, refuse the same texts, and fail at
// the same furthest position.
import { existsSync, readFileSync } from "node:fs";
import { createOhmReader, emitReader, emitTrace } from "@ptc/grammar-build";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { recipe as itemsRecipe } from "../items.recipe.ts";
import { recipe } from "../reader.recipe.ts";
import * as actions from "../src/build-forms.ts";
import * as itemsActions from "../src/items/build-items.ts";
import { read as readItems } from "../src/generated/items.ts";
import { read } from "../src/generated/reader.ts";
import { trace } from "../src/generated/trace.ts";
import { mutated, program } from "./arbitrary-program.ts";

const ohmReader = createOhmReader(recipe, actions);
const ohmItemsReader = createOhmReader(itemsRecipe, itemsActions);

/** ohm-js overflows the stack at about 600 levels; generated programs stay well below that. */
const depthForOhm = 400;

/**
 * Before the host has compiled ohm-js, it overflows at about 300 levels. Recorded programs that
 * are deeper than this aren't compared, because mutations can double the depth.
 */
const recordedDepth = 100;

/** Returns the number of open brackets at the deepest place of a text. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const unit of text) {
    if ("([{".includes(unit)) depth += 1;
    else if (")]}".includes(unit)) depth -= 1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

function emitted(source: string): unknown {
  const outcome = read(source, depthForOhm);
  return outcome.ok ? outcome : { ok: false, at: trace(source).at };
}

function expectAgreement(source: string): void {
  expect(emitted(source)).toEqual(ohmReader.read(source));
}

const recorded = JSON.parse(
  readFileSync(new URL("clojure-vectors.json", import.meta.url), "utf8"),
) as {
  readonly vectors: readonly (readonly [text: string, clojure: string])[];
};
const recordedTexts = recorded.vectors.map(([text]) => text);

test("the committed readers are up to date with the grammar, both passes", () => {
  expect(emitReader(recipe, actions)).toBe(readFileSync(recipe.output, "utf8"));
  expect(emitTrace(recipe, actions)).toBe(readFileSync(recipe.traceOutput ?? "", "utf8"));
  expect(emitReader(itemsRecipe, itemsActions)).toBe(readFileSync(itemsRecipe.output, "utf8"));
});

// ohm-js takes about 1.2 ms for a program of 650 bytes, 100 times as long as the emitted reader.
describe("the emitted reader and ohm-js", { timeout: 120_000 }, () => {
  test("the readers agree on every recorded text", () => {
    for (const text of recordedTexts) expectAgreement(text);
  });

  test("the readers agree on discarded forms that can't be read", () => {
    for (const text of ["#_2r2", "#_ #_ 2r2 a", "[1 #_(a {:b 2r2}) c]", "(#_ 37r1 3r3)"])
      expectAgreement(text);
    expect(emitted("#_2r2")).toMatchObject({ refusal: { start: 2, end: 5 } });
  });

  test("the readers agree on generated programs", () => {
    fc.assert(
      fc.property(program, ({ text }) => {
        expectAgreement(text);
      }),
      { numRuns: process.env["PTC_TESTS"] === undefined ? 50 : 200 },
    );
  });

  test("the readers agree on mutated programs", () => {
    fc.assert(
      fc.property(
        mutated(
          fc.oneof(
            program.map(({ text }) => text),
            fc.constantFrom(...recordedTexts),
          ),
        ),
        (text) => {
          expectAgreement(text);
        },
      ),
      { numRuns: process.env["PTC_TESTS"] === undefined ? 200 : 800 },
    );
  });

  test("the readers agree on comments, discards and words for the formatter", () => {
    fc.assert(
      fc.property(program, ({ text }) => {
        expect(readItems(text, depthForOhm)).toEqual(ohmItemsReader.read(text));
      }),
      { numRuns: process.env["PTC_TESTS"] === undefined ? 25 : 100 },
    );
  });

  const conformance = new URL("../../../../shared/conformance/programs.jsonl", import.meta.url);
  const programs = existsSync(conformance)
    ? readFileSync(conformance, "utf8")
        .trim()
        .split("\n")
        .map((line) => (JSON.parse(line) as { readonly program: string }).program)
        .filter((source) => depthOf(source) <= recordedDepth)
    : [];

  test.skipIf(programs.length === 0)(
    "the readers agree on the conformance programs (skipped without ../shared/conformance)",
    () => {
      for (const source of programs) expectAgreement(source);
    },
  );

  test.skipIf(programs.length === 0)(
    "the readers agree on mutated conformance programs (skipped without ../shared/conformance)",
    () => {
      fc.assert(
        fc.property(
          mutated(fc.constantFrom(...programs.filter((source) => source.length < 500))),
          (text) => {
            expectAgreement(text);
          },
        ),
        { numRuns: process.env["PTC_TESTS"] === undefined ? 125 : 500 },
      );
    },
  );
});
