import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { quotedText, visibleLine, visibleText } from "./string-text.ts";

describe("quotedText", () => {
  test("escapes only the characters that the reader requires", () => {
    expect(quotedText('a"\\\n\t\r\f\b\u0000\u001b\u007f é\u{1f600}')).toBe(
      '"a\\"\\\\\\n\\t\\r\\f\\b\\u0000\\u001b\\u007f é\u{1f600}"',
    );
  });

  test("returns a JSON string of the same text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => JSON.parse(quotedText(text)) === text),
    );
  });
});

describe("visibleText", () => {
  test.each([
    ["escape sequences", "\u001b[31mred\u009b0m", "\\u001b[31mred\\u009b0m"],
    ["carriage returns and backspaces", "abc\rxyz\b", "abc\\u000dxyz\\u0008"],
    ["bidirectional marks", "a\u202eb\u2066c\u200f\u061c", "a\\u202eb\\u2066c\\u200f\\u061c"],
    ["line separators", "a\u2028b\u2029", "a\\u2028b\\u2029"],
  ])("makes %s visible", (_, text, visible) => {
    expect(visibleText(text)).toBe(visible);
  });

  test("does not change newlines, tabs and letters of any script", () => {
    const text = "a\n\tb é 漢字 עברית عربى \u{1f600}\u200d\u{1f525}";
    expect(visibleText(text)).toBe(text);
  });

  test("the output has no control characters except newline and tab", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary" }),
        (text) => !/[^\P{Cc}\n\t]/u.test(visibleText(text)),
      ),
    );
  });
});

describe("visibleLine", () => {
  test("escapes all control and invisible characters, including newline and tab", () => {
    expect(visibleLine("a\n\tb\u001b\u200b\u202e\u2028\ufeff\ud800 é\u{1f600}")).toBe(
      "a\\u000a\\tb\\u001b\\u200b\\u202e\\u2028\\ufeff\\ud800 é\u{1f600}",
    );
  });

  test("returns one line without control or format characters for any text", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary" }),
        (text) => !/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u.test(visibleLine(text)),
      ),
    );
  });
});
