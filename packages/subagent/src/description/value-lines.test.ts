import { Keyword, Vector, fromHost, type Value } from "@ptc/core/values";
import { MapBuilder, TrieSet } from "@ptc/core/internal/values";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { valueLines } from "./value-lines.ts";
import { displayWidth } from "./wrapped-line.ts";

const shown = (value: unknown, width = 40, lines = 10): string =>
  valueLines(fromHost(value), { width, lines, shortened: "(shortened)" }).join("\n");

describe("a value on terminal lines", () => {
  test("prints a value on one line if it fits", () => {
    expect(shown([1, { a: "b" }, null])).toBe('[1 {"a" "b"} nil]');
    expect(shown("text")).toBe('"text"');
    expect(shown([])).toBe("[]");
  });

  test("prints one line per row", () => {
    const rows = [1, 2, 3].map((id) => ({ id, name: `name ${String(id)}` }));
    expect(shown(rows)).toBe(
      '[{"id" 1, "name" "name 1"}\n {"id" 2, "name" "name 2"}\n {"id" 3, "name" "name 3"}]',
    );
  });

  test("breaks a row that is too wide between entries", () => {
    expect(shown([{ id: 1, name: "a long name of someone", tags: ["a", "b"] }, 2])).toBe(
      '[{"id" 1,\n  "name" "a long name of someone",\n  "tags" ["a" "b"]}\n 2]',
    );
  });

  test("fills lines with numbers", () => {
    expect(shown(Array.from({ length: 20 }, (_, index) => index))).toBe(
      "[0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15\n 16 17 18 19]",
    );
  });

  test("reports how many elements, entries and characters are omitted", () => {
    const rows = Array.from({ length: 5000 }, (_, id) => ({ id, name: "somebody" }));
    expect(shown(rows, 40, 3)).toBe(
      '[{"id" 0, "name" "somebody"}\n {"id" 1, "name" "somebody"}\n {"id" 2, "name" "somebody"}\n … 4,997 more]\n(shortened)',
    );
    const fields = Object.fromEntries(rows.map(({ id }) => [`field-${String(id)}`, [id]]));
    expect(shown(fields, 40, 2)).toContain(" more entries}");
    expect(shown("a".repeat(1000), 40, 2)).toBe(
      `"${"a".repeat(39)}\n${"a".repeat(39)}\n… 922 more characters\n(shortened)`,
    );
  });

  test("reserves lines for the parts after a large part", () => {
    const lines = shown(
      [Array.from({ length: 1000 }, (_, id) => ({ id })), { last: true }],
      40,
      20,
    );
    expect(lines).toContain('{"last" true}');
  });

  test("never emits terminal control sequences", () => {
    const text = shown({ "\u001b[2J": "a\u0000\u009b\u202e\nb", "k\u001b]0;x\u0007": 1 }, 30);
    expect(text).not.toMatch(/[^\P{Cc}\n]|\u202e/u);
    expect(shown("\u001b".repeat(5000), 40, 3)).not.toContain("\u001b");
  });

  test("takes time in proportion to the output, not to the size or depth of the value", () => {
    const huge = "x".repeat(10_000_000);
    expect(valueLines(huge, { width: 80, lines: 5 })).toHaveLength(6);
    let deep: Value = 1;
    for (let depth = 0; depth < 10_000; depth++) deep = Vector.of<Value>([deep, huge]);
    let shared: Value = 1;
    for (let depth = 0; depth < 300; depth++) {
      const builder = new MapBuilder();
      builder.set(new Keyword("left"), shared);
      builder.set(new Keyword("right"), shared);
      shared = builder.build();
    }
    for (const value of [deep, shared])
      expect(valueLines(value, { width: 80 }).length).toBeLessThan(200);
  });

  test("never exceeds the width, for any value", () => {
    const anything = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: "medium" },
        fc.string({ unit: "grapheme", maxLength: 200 }),
        fc.double(),
        fc.boolean(),
        fc.array(tie("value"), { maxLength: 30 }),
        fc.dictionary(fc.string({ maxLength: 60 }), tie("value"), { maxKeys: 20 }),
      ),
    })).value;
    fc.assert(
      fc.property(anything, fc.integer({ min: 20, max: 120 }), (value, width) => {
        for (const line of valueLines(fromHost(value), { width }))
          expect(displayWidth(line)).toBeLessThanOrEqual(Math.max(width, 34));
      }),
      { numRuns: 100 },
    );
  });

  test("prints sets and sequences too", () => {
    const members = Array.from({ length: 30 }, (_, index) => index);
    expect(valueLines(TrieSet.of(members), { width: 20, lines: 2 }).join("\n")).toMatch(
      /^#\{\d[^]*… \d+ more\}/,
    );
  });
});
