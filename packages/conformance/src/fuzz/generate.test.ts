// A seed makes the same program every time, and the program is well formed.
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

describe("a seed", () => {
  test("makes the same program each time, whatever was made before", () => {
    const first = seeds.map((seed) => sourceOf(generateProgram(grammar, seed)));
    const other = grammarOf(allRows);
    const again = seeds
      .toReversed()
      .map((seed) => sourceOf(generateProgram(other, seed)))
      .toReversed();
    expect(again).toEqual(first);
    expect(new Set(first).size).toBeGreaterThan(300);
  });

  test("makes a program whose text reads back as its form, with no mark of a template left", () => {
    for (const seed of seeds) {
      const form = generateProgram(grammar, seed);
      expect(readForm(sourceOf(form))).toEqual(form);
      expect(namesOf(form).filter((name) => /^@?\?|^\$/.test(name))).toEqual([]);
    }
  });

  test("has every row of the tables as its outermost form once in a round", () => {
    const templates = grammar.templates.length;
    expect(templates).toBe(allRows.length);
    expect(sourceOf(generateProgram(grammar, 3 * templates))).toMatch(/^\(if /);
  });
});

test("short functions do not stand inside one another, which Clojure refuses", () => {
  const nested = (form: ReturnType<typeof generateProgram>, inside: boolean): boolean =>
    typeof form !== "string" &&
    ((inside && form.open === "#(") ||
      form.items.some((item) => nested(item, inside || form.open === "#(")));
  expect(seeds.filter((seed) => nested(generateProgram(grammar, seed), false))).toEqual([]);
});

test("a type is what its text says, and variables stand for one type throughout", () => {
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

test("sizes and brackets are those of the text", () => {
  expect(sizeOf(readForm("(f '(1 2) #{})"))).toBe(6);
  expect([closingOf("'("), closingOf("#{"), closingOf("[")]).toEqual([")", "}", "]"]);
});
