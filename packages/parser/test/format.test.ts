// Tests that formatting changes only white space and is idempotent, for generated programs with all
// kinds of gaps and for the programs of this repository.
import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { read } from "@ptc/parser";
import { format } from "@ptc/parser/format";
import type { Item } from "../src/items/item.ts";
import { read as readItems } from "../src/generated/items.ts";
import { argumentPairs, formStyles } from "../src/format/form-styles.ts";
import { program } from "./arbitrary-program.ts";
import { sketch } from "./sketch.ts";

function formsOf(source: string): string {
  const result = read(source);
  if (!result.ok) throw new Error(`${result.error.message}\n${result.error.excerpt}`);
  return sketch(result.forms);
}

/** Returns everything in a source except white space, in order: words, brackets, comments. */
function textsOf(source: string): readonly string[] {
  const outcome = readItems(source, 500);
  if (!outcome.ok) throw new Error("the reader of items refuses what the other one reads");
  const texts = (item: Item): readonly string[] => {
    const text = source.slice(item.start, item.end);
    if (item.type === "atom") return [text];
    if (item.type === "comment") return [text.trimEnd()];
    const inner = item.items.flatMap(texts);
    return item.type === "prefixed"
      ? [source.slice(item.start, item.markerEnd), ...inner]
      : [item.type, ...inner, "end"];
  };
  return outcome.value.flatMap(texts);
}

function expectKept(source: string, width: number): void {
  const result = format(source, { width });
  if (!result.ok) throw new Error(result.error.message);
  expect(textsOf(result.text)).toEqual(textsOf(source));
  expect(formsOf(result.text)).toBe(formsOf(source));
  expect(format(result.text, { width })).toEqual(result);
  expect(result.text).toMatch(/^$|[^\n]\n$/);
}

const widths = fc.integer({ min: 20, max: 120 });
const numRuns = process.env["PTC_TESTS"] === undefined ? 150 : 1_000;

describe("formatted programs", { timeout: 60_000 }, () => {
  test("formatting is idempotent and keeps the forms of programs that use all of the grammar", () => {
    fc.assert(
      fc.property(program, widths, ({ text }, width) => {
        expectKept(text, width);
      }),
      { numRuns },
    );
  });

  const gap = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(" ", "\n", "\n\n", "\n \r\n\n") },
    fc.constantFrom(" ; why\n", "\n;; what\n", "\n\n; 界\r\n\n", " #_x ", "\n#_ #_ (x y) [z]\n"),
  );
  const head = fc.constantFrom(...formStyles.keys(), ...argumentPairs.keys(), "->>", "f", "(f x)");
  const word = fc.constantFrom("a", ":let", ":>>", "long-name-of-a-value", '"a\nb"', "界界", "[]");
  const { form } = fc.letrec<{ form: string }>((tie) => {
    const items = fc.array(fc.tuple(tie("form"), gap), { maxLength: 6 });
    const inside = (opening: fc.Arbitrary<string>, closing: string): fc.Arbitrary<string> =>
      fc
        .tuple(opening, gap, items)
        .map(([start, after, rest]) => start + after + rest.flat().join("") + closing);
    return {
      form: fc.oneof(
        { depthSize: "small", withCrossShrink: true },
        { weight: 3, arbitrary: word },
        {
          weight: 4,
          arbitrary: inside(
            head.map((name) => `(${name}`),
            ")",
          ),
        },
        inside(fc.constantFrom("[", "'["), "]"),
        inside(fc.constantFrom("#(", "'(", "^:m ("), ")"),
        fc
          .array(fc.tuple(tie("form"), gap, tie("form"), gap), { maxLength: 4 })
          .map((pairs) => `{${pairs.flat().join("")}}`),
        fc
          .tuple(fc.constantFrom("'", "#_ a ", "@"), gap, tie("form"))
          .map((parts) => parts.join("")),
      ),
    };
  });

  test("formatting is idempotent and keeps the forms of programs with special layouts", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(form, gap), { maxLength: 4 }), widths, (forms, width) => {
        expectKept(forms.flat().join(""), width);
      }),
      { numRuns },
    );
  });

  test("formatting is idempotent and keeps the forms of the programs of this repository", () => {
    const root = new URL("../../../", import.meta.url);
    const vectors = textsIn(new URL("packages/conformance/vectors/", root)).flatMap((text) =>
      [...text.matchAll(/^user=> (.*(?:\n {2}#_=> .*)*)/gm)].map(([, program = ""]) =>
        program.replaceAll(/^ {2}#_=> /gm, ""),
      ),
    );
    const answers = [
      ...textsIn(new URL("packages/conformance/missions/", root)),
      readFileSync(new URL("examples/ticket-triage/recording.json", root), "utf8"),
    ].flatMap((text) => answersOf(text));
    const programs = [...vectors, ...answers].filter((text) => read(text).ok);
    // The approximate numbers of programs, to make sure that they were found.
    expect(vectors.length).toBeGreaterThan(2_000);
    expect(answers.length).toBeGreaterThan(100);
    expect(programs.length).toBeGreaterThan(2_000);
    const every = process.env["PTC_TESTS"] === undefined ? 5 : 1;
    for (const text of programs.filter((_, index) => index % every === 0))
      for (const width of [30, 80]) expectKept(text, width);
  });
});

function textsIn(folder: URL): readonly string[] {
  return readdirSync(folder).map((name) => readFileSync(new URL(name, folder), "utf8"));
}

/** Returns the programs in the recorded responses of models. */
function answersOf(recording: string): readonly string[] {
  const { answers } = JSON.parse(recording) as {
    readonly answers: readonly { readonly text?: string }[];
  };
  return answers.flatMap(({ text = "" }) =>
    [...text.matchAll(/^```\w*\n([^]*?)^```/gm)].map(([, program = ""]) => program),
  );
}
