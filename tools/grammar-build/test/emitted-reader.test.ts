// Compares the emitted reader of a fixture grammar, which uses every construct, with ohm-js on the
// same grammar and actions.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createOhmReader, emitReader, type ReaderRecipe } from "../src/index.ts";
import * as actions from "./fixtures/contract-actions.ts";
import { recipe } from "./fixtures/contract.recipe.ts";

type Outcome =
  | { readonly ok: true; readonly value: unknown; readonly refusal: unknown }
  | { readonly ok: false; readonly tooDeepAt: number | undefined };
interface Reader {
  read(source: string, maximumDepth: number): Outcome;
  trace(source: string): {
    readonly at: number;
    readonly expected: readonly string[];
    readonly within: unknown;
  };
}

const folder = mkdtempSync(join(tmpdir(), "grammar-build-"));
const emittedRecipe: ReaderRecipe = {
  ...recipe,
  output: pathToFileURL(join(folder, "contract-reader.ts")),
};
const ohmReader = createOhmReader(recipe, actions);
let reader: Reader;

beforeAll(async () => {
  writeFileSync(emittedRecipe.output, emitReader(emittedRecipe, actions));
  reader = (await import(emittedRecipe.output.href)) as Reader;
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

function emittedOutcome(source: string): unknown {
  const outcome = reader.read(source, 100);
  return outcome.ok ? outcome : { ok: false, at: reader.trace(source).at };
}

const samples = [
  "(query :string, _limit! :int?) -> {total :any items [{id :int}]}",
  "() -> :int",
  ":int",
  "{}",
  "[:int :string]?",
  "(a-b😀 :int) -> :any",
  "(é! :int) -> :any",
  "(a!💥! :int) -> {}",
  "(aß中 :int) -> {}",
  "(forbidden :int, x :any, forbidden :int) -> :any",
];

describe("emitted reader", () => {
  test.each(samples)("reads %j like ohm", (source) => {
    expect(reader.read(source, 100).ok).toBe(true);
    expect(emittedOutcome(source)).toEqual(ohmReader.read(source));
  });

  test.each([
    "",
    "(",
    "(a",
    "(a :",
    "(a :intx) -> :any",
    "(a--b :int) -> {}",
    "{a}",
    "[:int :string",
    ":int x",
    "(a💥💥 :int) -> :any",
    "{\ud83d :int}",
    "(x💥\u{e000} :int) -> :any",
  ])("fails on %j at the same position as ohm", (source) => {
    expect(reader.read(source, 100).ok).toBe(false);
    expect(emittedOutcome(source)).toEqual(ohmReader.read(source));
  });

  test("agrees with ohm on changed texts", { timeout: 60_000 }, () => {
    const piece = fc.constantFrom(
      "(",
      ")",
      "[",
      "]",
      "{",
      "}",
      ":",
      ":int",
      ":any",
      "?",
      "->",
      ",",
      " ",
      "-",
      "_",
      "!",
      "💥",
      "😀",
      "a",
      "é",
      "ß",
      "😁",
      "\ud83d",
      "\ude00",
      "\u{e000}",
      "1",
      "\n",
    );
    const changed = fc
      .tuple(
        fc.constantFrom(...samples),
        fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(3), piece), {
          maxLength: 4,
        }),
      )
      .map(([sample, edits]) =>
        edits.reduce((text, [place, removed, inserted]) => {
          const at = Math.floor(place * text.length);
          return text.slice(0, at) + inserted + text.slice(at + removed);
        }, sample),
      );
    fc.assert(
      fc.property(
        fc.oneof(
          changed,
          fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join("")),
        ),
        (source) => {
          expect(emittedOutcome(source)).toEqual(ohmReader.read(source));
        },
      ),
      { numRuns: 500 },
    );
  });

  test("passes actions one argument for each part with a value", () => {
    expect(reader.read("(a!! :int) -> {b :any}", 9)).toMatchObject({
      ok: true,
      value: [
        "contract",
        "(a!! :int) -> {b :any}",
        [
          "parameters",
          "(a!! :int) ->",
          [
            [
              "parameter",
              "a!! :int",
              undefined,
              ["name", "a"],
              [
                ["mark", "!"],
                ["mark", "!"],
              ],
              ["named", ":int"],
            ],
          ],
        ],
        [
          "mapType",
          "{b :any}",
          [["parameter", "b :any", undefined, ["name", "b"], [], ["named", ":any"]]],
        ],
      ],
    });
  });

  test("reports the earliest rejection by an action", () => {
    expect(reader.read("(x :any, forbidden :int, forbidden :any) -> :any", 9)).toMatchObject({
      ok: true,
      refusal: { start: 9, end: 23 },
    });
  });

  test("counts nesting, and decreases the count on the way out", () => {
    expect(reader.read("[[:int] [:int] [:int]]", 2).ok).toBe(true);
    expect(reader.read("[[:int] [[:int]]]", 2)).toEqual({ ok: false, tooDeepAt: 9 });
    expect(reader.read("[".repeat(100_000), 2)).toEqual({ ok: false, tooDeepAt: 2 });
  });

  test("reports what was expected in the words of described rules, with the surrounding rules", () => {
    const failure = reader.trace("{a :int, b :int}");
    expect(failure).toMatchObject({
      at: 7,
      within: { rule: "mapType", start: 0, outer: { rule: "type" } },
    });
    expect(failure.expected).toEqual(["a space", "a parameter", '"}"']);
  });
});

describe("emitted text", () => {
  test("says that it is generated and from which grammar", () => {
    expect(emitReader(recipe, actions).split("\n")[0]).toBe(
      "// Generated by tools/grammar-build from contract.ohm: do not edit, change the grammar and run the build step again.",
    );
  });

  test("imports only the actions", () => {
    expect(emitReader(recipe, actions).match(/^import .*$/gm)).toEqual([
      'import * as actions from "./contract-actions.ts";',
    ]);
  });
});
