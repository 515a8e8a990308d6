import { describe, expect, test } from "vitest";
import type { Form } from "./form.ts";
import { read } from "./read.ts";

function formsOf(source: string): readonly Form[] {
  const result = read(source);
  if (!result.ok) throw new Error(result.error.message);
  return result.forms;
}

describe("read", () => {
  test("gives every form its type, value and span", () => {
    expect(formsOf(' (a/b :k "s\\n" [1.5 \\a])')).toEqual([
      {
        type: "list",
        span: { start: 1, end: 24 },
        items: [
          { type: "symbol", namespace: "a", name: "b", span: { start: 2, end: 5 } },
          { type: "keyword", name: "k", span: { start: 6, end: 8 } },
          { type: "string", value: "s\n", span: { start: 9, end: 14 } },
          {
            type: "vector",
            span: { start: 15, end: 23 },
            items: [
              { type: "number", value: 1.5, span: { start: 16, end: 19 } },
              { type: "character", value: "a", span: { start: 20, end: 22 } },
            ],
          },
        ],
      },
    ]);
  });

  test("keeps the items of maps and sets as written", () => {
    expect(formsOf("{:a 1 :a 2}")).toMatchObject([
      { type: "map", items: [{ name: "a" }, { value: 1 }, { name: "a" }, { value: 2 }] },
    ]);
    expect(formsOf("#{1 1}")).toMatchObject([{ type: "set", items: [{ value: 1 }, { value: 1 }] }]);
  });

  test("has a separate form for each prefix", () => {
    expect(formsOf('\'a @b #\'c #(d) #"\\d" #inst "2024" #uuid "x"')).toMatchObject([
      { type: "quote", form: { name: "a" } },
      { type: "deref", form: { name: "b" } },
      { type: "var", form: { name: "c" } },
      { type: "function", items: [{ name: "d" }] },
      { type: "regex", source: "\\d" },
      { type: "tagged", tag: "inst", form: { value: "2024" } },
      { type: "tagged", tag: "uuid", form: { value: "x" } },
    ]);
  });

  test("drops metadata, comments and discarded forms", () => {
    expect(formsOf("#!/usr/bin/env ptc\n^:private ^{:a 1} x ; c\n#_ #_ a b #_(c) y")).toEqual([
      { type: "symbol", name: "x", span: { start: 37, end: 38 } },
      { type: "symbol", name: "y", span: { start: 59, end: 60 } },
    ]);
  });

  test("accepts every kind of white space and a byte order mark", () => {
    expect(formsOf("\ufeffa\u00a0b\u2028c,d\u3000e\u0085f")).toHaveLength(6);
  });

  test("returns no forms for a text of gaps", () => {
    expect(formsOf("")).toEqual([]);
    expect(formsOf(" ;c\n #_a ,")).toEqual([]);
  });

  test("accepts lone surrogates as data", () => {
    expect(formsOf('"\ud83d" \ude00 :\ud83d')).toMatchObject([
      { value: "\ud83d" },
      { name: "\ude00" },
      { name: "\ud83d" },
    ]);
  });
});

describe("the limits of the reader", () => {
  test("limits nesting, and refuses 10,000 levels in milliseconds", () => {
    expect(read("(".repeat(500) + ")".repeat(500)).ok).toBe(true);
    const started = process.cpuUsage();
    const result = read("(".repeat(10_000));
    expect(process.cpuUsage(started).user / 1000).toBeLessThan(1000);
    expect(result).toMatchObject({
      ok: false,
      error: {
        reason: "parse_error",
        message:
          "Nested more than 500 deep at line 1, column 501: split the program with let or def (option maxDepth)",
        position: { offset: 500 },
      },
    });
  });

  test.each(["(", "[", "{", "#{", "#(", "'", "@", "#'", "^:a ", "#_", "{:a ", "(a [", "#_ ' ("])(
    "%j has the same nesting limit",
    (opening) => {
      const result = read(opening.repeat(10_000));
      expect(result.ok ? "" : result.error.message).toMatch(/^Nested more than 500 deep/);
    },
  );

  test("counts only constructs that nest", () => {
    const inside = (form: string): string => "(".repeat(500) + `${form} ${form}` + ")".repeat(500);
    for (const atom of [
      "a",
      ":k",
      "1",
      '"s"',
      '#"r"',
      "##Inf",
      "\\a",
      '#inst "x"',
      "; c\n",
      "#!c\n",
      ",",
    ])
      expect(read(inside(atom)).ok).toBe(true);
    for (const nesting of ["()", "'a", "#_a", "#{}"]) expect(read(inside(nesting)).ok).toBe(false);
  });

  test("the maximum depth can be set, up to the capacity of the call stack", () => {
    expect(read("[[]]", { maxDepth: 2 }).ok).toBe(true);
    expect(read("[[[]]]", { maxDepth: 2 }).ok).toBe(false);
    for (const text of [
      "(".repeat(1000),
      "(".repeat(1000) + ")".repeat(1000),
      "{:a ".repeat(1000),
      "#_".repeat(1000),
    ]) {
      expect(() => read(text, { maxDepth: 1000 })).not.toThrow();
    }
  });

  // Reading a part twice on each level would take 2^n reads, so this test would never finish.
  test.each([
    ["{#_", "a", "}", true],
    ["{#_", "", "}", false],
    ["{a #_", "a", " b}", true],
    ["#:n{#_", "a", "}", true],
    ["{a 1 #_#_", "a", " b}", true],
    ["^{#_", "a", "} b", true],
    ["{a #_", "a", "}", false],
  ])("reads a form nested at %j once per level", (opening, inside, closing, isRead) => {
    const open = opening.repeat(150) + inside;
    expect(read(open).ok).toBe(false);
    expect(read(open + closing.repeat(150)).ok).toBe(isRead);
  });

  test("limits the length of the source", () => {
    expect(read("abc", { maxSourceLength: 3 }).ok).toBe(true);
    expect(read("abcd", { maxSourceLength: 3 })).toEqual({
      ok: false,
      error: {
        reason: "source_too_large",
        message: "The source is 4 characters long, more than the 3 that maxSourceLength allows",
        position: { offset: 0, line: 1, column: 1 },
        excerpt: "",
        expected: [],
      },
    });
    expect(read(" ".repeat(1_000_001))).toMatchObject({
      ok: false,
      error: { reason: "source_too_large" },
    });
  });

  test.each([0, -1, 1.5, Number.NaN, 1001])("throws for a maxDepth of %d", (maxDepth) => {
    expect(() => read("a", { maxDepth })).toThrow(
      "option `maxDepth`: expected a whole number from 1 to 1000",
    );
  });

  test("reads a program of 100 KB", () => {
    const line =
      '(let [{:keys [a b]} {:a 1.5 :b "text"}] (map #(str % "\\n" a) [b \\c nil true])) ; comment\n';
    const count = Math.ceil(100_000 / line.length);
    expect(formsOf(line.repeat(count))).toHaveLength(count);
  });

  test("takes linear time for texts made to be hard", { timeout: 60_000 }, () => {
    const hard = [
      "#_ ",
      "^:a ",
      "{:a ",
      "(((",
      '"a" ',
      "a:b ",
      "1/2 ",
      "\\a",
      "a/",
      "#(",
      "; ;",
      "{} ",
    ].map((piece) => piece.repeat(100_000 / piece.length));
    const started = process.cpuUsage();
    for (const text of hard) read(`${text}]`);
    expect(process.cpuUsage(started).user / 1000).toBeLessThan(15_000);
  });
});
