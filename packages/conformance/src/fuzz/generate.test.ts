// Tests that a seed always gives the same, well-formed program.
import { describe, expect, test } from "vitest";
import { closingOf, namesOf, readForm, sizeOf, sourceOf } from "./form.ts";
import { generateProgram } from "./generate.ts";
import { grammarOf } from "./grammar.ts";
import { Random } from "./random.ts";
import { allRows } from "./rows/all-rows.ts";
import { threaded } from "./threading.ts";
import { readType, typeText, unify, type Bindings } from "./type.ts";

const grammar = grammarOf(allRows);
const seeds = Array.from({ length: 400 }, (_, index) => index * 7);

describe("generateProgram", () => {
  test("generates the same program for a seed, no matter what was generated before", () => {
    const first = seeds.map((seed) => sourceOf(generateProgram(grammar, seed)));
    const other = grammarOf(allRows);
    const again = seeds
      .toReversed()
      .map((seed) => sourceOf(generateProgram(other, seed)))
      .toReversed();
    expect(again).toEqual(first);
    expect(new Set(first).size).toBeGreaterThan(300);
  });

  test("generates programs whose text reads back as their form, without marks of templates", () => {
    for (const seed of seeds) {
      const form = generateProgram(grammar, seed);
      expect(readForm(sourceOf(form))).toEqual(form);
      expect(namesOf(form).filter((name) => /^@?\?|^\$/.test(name))).toEqual([]);
    }
  });

  test("uses every row of the tables as the outermost form once per round", () => {
    const templates = grammar.templates.length;
    expect(templates).toBe(allRows.length);
    expect(sourceOf(generateProgram(grammar, 3 * templates))).toMatch(/^\(if /);
  });
});

test("never nests short functions, which Clojure refuses", () => {
  const nested = (form: ReturnType<typeof generateProgram>, inside: boolean): boolean =>
    typeof form !== "string" &&
    ((inside && form.open === "#(") ||
      form.items.some((item) => nested(item, inside || form.open === "#(")));
  expect(seeds.filter((seed) => nested(generateProgram(grammar, seed), false))).toEqual([]);
});

test("a type is written as it was read, and a variable is bound to one type throughout", () => {
  expect(typeText(readType("map<kw,vec<int>>"))).toBe("map<kw,vec<int>>");
  const bindings: Bindings = new Map();
  expect(unify(readType("fn<A,B,A>"), readType("fn<int,str,int>"), bindings)).toBe(true);
  expect([...bindings].map(([name, type]) => `${name}=${typeText(type)}`)).toEqual([
    "A=int",
    "B=str",
  ]);
  expect(unify(readType("fn<A,A>"), readType("fn<int,str>"), new Map())).toBe(false);
  expect(unify(readType("vec<N>"), readType("vec<str>"), new Map())).toBe(false);
  expect(() => readType("vec<int")).toThrow("no type");
});

test("threading writes the same calls in another order", () => {
  const written = new Set(
    seeds.map((seed) =>
      sourceOf(threaded(readForm("(str (inc (count [1])) 2)"), new Random(seed))),
    ),
  );
  expect([...written].sort()).toEqual(
    expect.arrayContaining([
      "(-> [1] count inc (str 2))",
      "(->> 2 (str (inc (count [1]))))",
      "(str (inc (count [1])) 2)",
    ]),
  );
  expect(sourceOf(threaded(readForm("(let [x1 2] (f1 x1))"), new Random(1)))).toBe(
    "(let [x1 2] (f1 x1))",
  );
});

test("sizes and brackets match the text", () => {
  expect(sizeOf(readForm("(f '(1 2) #{})"))).toBe(6);
  expect([closingOf("'("), closingOf("#{"), closingOf("[")]).toEqual([")", "}", "]"]);
});
