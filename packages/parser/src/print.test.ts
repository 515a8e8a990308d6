import { describe, expect, test } from "vitest";
import type { Form } from "./form.ts";
import { print } from "./print.ts";
import { read } from "./read.ts";

function printed(source: string): string {
  const result = read(source);
  if (!result.ok) throw new Error(result.error.message);
  return print(result.forms);
}

describe("print", () => {
  test("writes forms in the reader's notation, with one space between them", () => {
    expect(printed("( a  [b,c]{:d #{e}}\n'f @g #'h #(i %1) )")).toBe(
      "(a [b c] {:d #{e}} 'f @g #'h #(i %1))",
    );
    expect(printed("1 2 ; c\n3")).toBe("1 2 3");
  });

  test("accepts one form or several", () => {
    const form: Form = { type: "symbol", name: "a", span: { start: 0, end: 1 } };
    expect(print(form)).toBe("a");
    expect(print([form, form])).toBe("a a");
    expect(print([])).toBe("");
  });

  test.each([
    ["1.0", "1"],
    ["1e21", "1e+21"],
    ["1e20", "100000000000000000000.0"],
    ["100000000000000000000", "100000000000000000000"],
    ["-0.0", "-0.0"],
    ["-0", "0"],
    ["1/4", "0.25"],
    ["0xff", "255"],
    ["##Inf ##-Inf ##NaN", "##Inf ##-Inf ##NaN"],
    ["1e400", "##Inf"],
  ])("prints the number %s as %s", (source, text) => {
    expect(printed(source)).toBe(text);
  });

  test("escapes characters that are invisible or don't survive as UTF-8", () => {
    expect(printed('"a\tb\n\\"\\\\é😀\u0000\u001b\ud83d\u2028"')).toBe(
      '"a\\tb\\n\\"\\\\é😀\\u0000\\u001b\\ud83d\\u2028"',
    );
    expect(printed("\\a \\newline \\u0000 \\u00a0 \\u2028 \\😀")).toBe(
      "\\a \\newline \\u0000 \\u00a0 \\u2028 \\😀",
    );
  });

  test("writes regular expressions unchanged", () => {
    expect(printed('#"\\d+\\"[a-z]\n"')).toBe('#"\\d+\\"[a-z]\n"');
  });
});
