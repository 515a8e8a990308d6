import { expect, test, describe } from "vitest";
import { read } from "../index.ts";
import { format } from "./format.ts";
import { layouts } from "../../test/layouts.ts";

function formatted(source: string, width?: number): string {
  const result = format(source, width === undefined ? {} : { width });
  if (!result.ok) throw new Error(result.error.message);
  return result.text;
}

describe("the layout", () => {
  test.each(layouts)("$name", ({ source, lines, width = 40 }) => {
    expect(formatted(source, width).split("\n")).toEqual([...lines, ""]);
  });

  test("keeps to 80 columns by default if possible", () => {
    const call = (last: string): string => `(println ${"aaaa ".repeat(13)}${last})`;
    expect(formatted(call("bbbbb"))).toBe(`${call("bbbbb")}\n`);
    expect(formatted(call("bbbbbb")).split("\n")).toHaveLength(15);
    const long = `(println "${"x".repeat(100)}")`;
    expect(formatted(long)).toBe(`${long}\n`);
  });

  test("counts wide characters as two columns and combining marks as zero", () => {
    const call = (text: string): string => `(foo "${text}" b)`;
    expect(formatted(call("界".repeat(5)), 20)).toBe(`${call("界".repeat(5))}\n`);
    expect(formatted(call("界".repeat(6)), 20).split("\n")).toHaveLength(3);
    expect(formatted(call("e\u0301".repeat(10)), 20).split("\n")).toHaveLength(2);
  });
});

describe("unchanged parts", () => {
  test.each([
    ["spellings", "0x1F 1/2 1e3M 017 -0.0 \\u0041 \\newline ::a :a/b ##Inf nil `x #^:m y"],
    ["texts with line breaks of their own", '(str "a\r\n   b\t" #"x\ny" 1)'],
  ])("%s", (_, source) => {
    const squeezed = formatted(source).trim().split(/\s+/);
    expect(squeezed).toEqual(source.split(/\s+/));
  });

  test("keeps every character inside strings and patterns", () => {
    const text = '"a\r\n  ;no comment , \t\u00a0 b"';
    expect(formatted(`(f   ${text})`)).toBe(`(f ${text})\n`);
  });

  test.each([
    ["", ""],
    [" \n,\t\r\n", ""],
    ["\ufeffa", "a\n"],
    ["; only\n\n\n;; comments", "; only\n\n;; comments\n"],
    ["#!/usr/bin/env ptc\n(f)", "#!/usr/bin/env ptc\n(f)\n"],
    ["a\r\n\r\n\r\nb ; c  \r\n", "a\n\nb ; c\n"],
    ["a\rb\r\rc", "a\nb\n\nc\n"],
    ["#_ #_ a b c", "#_#_a b\nc\n"],
    ["1'a 2#(%)", "1\n'a\n2\n#(%)\n"],
    ["` `a", "` `a\n"],
    ["#:n #_a {:b 1}", "#:n #_a {:b 1}\n"],
    ["'; c\na", "' ; c\na\n"],
  ])("formats %j as %j", (source, text) => {
    expect(formatted(source)).toBe(text);
  });
});

describe("limits and mistakes", () => {
  test.each(["(let [a 1", "{:a}", "\u0000\u0001\u0002", "(a))", '"a', "#_"])(
    "returns the reader's error for %j",
    (source) => {
      expect(format(source)).toEqual(read(source));
      expect(format(source).ok).toBe(false);
    },
  );

  test("applies the limits of the reader, which can be set", () => {
    for (const source of ["(".repeat(10_000), "(".repeat(10_000) + ")".repeat(10_000)])
      expect(format(source)).toEqual(read(source));
    expect(format("[[[1]]]", { maxDepth: 2 })).toEqual(read("[[[1]]]", { maxDepth: 2 }));
    expect(format("abcd", { maxSourceLength: 3 })).toEqual(read("abcd", { maxSourceLength: 3 }));
    expect(format(" ".repeat(2_000_000)).ok).toBe(false);
    expect(formatted("[".repeat(500) + "]".repeat(500))).toHaveLength(1_001);
    expect(format("'(".repeat(500) + ")".repeat(500), { maxDepth: 1_000 }).ok).toBe(true);
  });

  test.each([19, 401, 80.5, Number.NaN])("throws for a width of %d", (width) => {
    expect(() => format("a", { width })).toThrow(
      "option `width`: expected a whole number from 20 to 400",
    );
  });

  test("takes time and writes text proportional to the source", { timeout: 60_000 }, () => {
    const words = (count: number): string => "a ".repeat(count);
    const hard = [
      "(+ ".repeat(400) + words(15_000) + ")".repeat(400),
      "{:a ".repeat(400) + `{${words(15_000)}}` + "}".repeat(400),
      `(let [${words(15_000)}] ${words(10)})`,
      `(foo\n${"; c\n".repeat(10_000)})`,
      `[${"a ; c\n".repeat(8_000)}]`,
      "(a (b [".repeat(160) + words(8_000) + "]))".repeat(160),
      `${"(let [a ".repeat(240)}1${"] a)".repeat(240)}\n`.repeat(10),
      `${"'".repeat(490)}a\n`.repeat(60),
      "{1 ".repeat(490) + "1" + "}".repeat(490),
      `${"#_".repeat(450)}${words(451)}\n`.repeat(20),
      "(foo bar) ".repeat(4_000),
      "\n".repeat(100_000),
    ];
    const started = process.cpuUsage();
    for (const source of hard)
      expect(formatted(source).length).toBeLessThan(source.length * 35 + 100);
    expect(process.cpuUsage(started).user / 1000).toBeLessThan(15_000);
  });
});
