import { describe, expect, test } from "vitest";
import { visibleLine } from "../../printing/internal.ts";
import { excerptAt, positionAt } from "./source-position.ts";

describe("positionAt", () => {
  test("counts lines and columns from 1", () => {
    expect(positionAt("ab\ncd", 0)).toEqual({ offset: 0, line: 1, column: 1 });
    expect(positionAt("ab\ncd", 2)).toEqual({ offset: 2, line: 1, column: 3 });
    expect(positionAt("ab\ncd", 3)).toEqual({ offset: 3, line: 2, column: 1 });
    expect(positionAt("ab\ncd", 5)).toEqual({ offset: 5, line: 2, column: 3 });
  });

  test("ends a line with \\n, \\r\\n or \\r", () => {
    expect(positionAt("a\r\nb\rc\n\nd", 3)).toMatchObject({ line: 2, column: 1 });
    expect(positionAt("a\r\nb\rc\n\nd", 5)).toMatchObject({ line: 3, column: 1 });
    expect(positionAt("a\r\nb\rc\n\nd", 8)).toMatchObject({ line: 5, column: 1 });
    expect(positionAt("a\r\nb", 2)).toMatchObject({ line: 1, column: 3 });
  });

  test("clamps an offset outside the source", () => {
    expect(positionAt("ab", 9)).toEqual({ offset: 2, line: 1, column: 3 });
    expect(positionAt("ab", -1)).toEqual({ offset: 0, line: 1, column: 1 });
    expect(positionAt("", 0)).toEqual({ offset: 0, line: 1, column: 1 });
  });
});

describe("excerptAt", () => {
  const excerpt = (source: string, offset: number): string =>
    excerptAt(source, positionAt(source, offset));

  test("shows the line with a caret under the position", () => {
    expect(excerpt("(a)\n(b c)\n(d)", 7)).toBe("(b c)\n   ^");
    expect(excerpt("(a", 2)).toBe("(a\n  ^");
    expect(excerpt("a\r\nbc\r\nd", 4)).toBe("bc\n ^");
    expect(excerpt("", 0)).toBe("\n^");
  });

  test("shows only the part of a long line around the position", () => {
    const source = `${"a".repeat(100)}X${"b".repeat(100)}`;
    const [line, caret] = excerpt(source, 100).split("\n");
    expect(line).toBe(`…${"a".repeat(40)}X${"b".repeat(39)}…`);
    expect(line?.[caret?.indexOf("^") ?? 0]).toBe("X");
    expect(excerpt(source, 0)).toBe(`${"a".repeat(80)}…\n^`);
    expect(excerpt(source, 201)).toBe(`…${"b".repeat(80)}\n${" ".repeat(81)}^`);
  });

  test("escapes invisible characters and keeps the caret under the position", () => {
    expect(excerpt("a\tb\u001b[31mX", 8)).toBe("a\\tb\\u001b[31mX\n              ^");
  });
});

test("visibleLine escapes control characters, bidirectional marks and lone surrogates", () => {
  expect(visibleLine("a\u0000\u009b\u202e\u200b\ufeff\u2028\ud83d\n\t")).toBe(
    "a\\u0000\\u009b\\u202e\\u200b\\ufeff\\u2028\\ud83d\\u000a\\t",
  );
  expect(visibleLine("é→😀中")).toBe("é→😀中");
});
