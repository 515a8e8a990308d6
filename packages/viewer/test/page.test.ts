import { describe, expect, test } from "vitest";
import type { SpanView } from "../src/model/run-view.ts";
import { bytesText, durationText, percentText, visible } from "../src/page/data/formats.ts";
import { barsOf, ticksOf, zoomed } from "../src/page/views/timeline-bars.ts";
import { treeRows } from "../src/page/views/tree-rows.ts";

/** Returns calls of tools after one another, below a program. */
function calls(names: readonly string[]): readonly SpanView[] {
  const common = { id: "", depth: 1, row: 1, status: "ok", turn: 0 } as const;
  const program = {
    ...common,
    kind: "program",
    name: "program",
    parent: -1,
    next: names.length + 1,
    start: 0,
    end: 100,
  } as const;
  return [
    program,
    ...names.map((name, index) => ({
      ...common,
      ...({
        kind: "tool-call",
        name,
        parent: 0,
        next: index + 2,
        start: index,
        end: index + 0.5,
      } as const),
    })),
  ];
}

describe("the rows of the tree", () => {
  const closed = () => false;

  test("calls of one tool after one another are one row until it is opened", () => {
    const spans = calls(["a", "a", "a", "a", "a", "a", "b", "b"]);
    expect(treeRows(spans, "", closed)).toEqual([
      { span: 0 },
      { span: 1, folded: { count: 6, failed: 0 } },
      { span: 7 },
      { span: 8 },
    ]);
    expect(treeRows(spans, "", (first) => first === 1)).toHaveLength(9);
  });

  test("a call that waits has its own row", () => {
    const spans = calls(["a", "a", "a", "a", "a", "a"]).map((span, index) =>
      index === 3 ? { ...span, status: "waiting" as const } : span,
    );
    expect(treeRows(spans, "", closed)).toHaveLength(7);
  });

  test("a search finds spans with those around them", () => {
    expect(treeRows(calls(["a", "needle", "c"]), "needle", closed)).toEqual([
      { span: 0 },
      { span: 2 },
    ]);
  });
});

describe("the bars of the timeline", () => {
  test("spans that are too short for a bar of their own are joined", () => {
    const spans = calls(Array.from({ length: 1_000 }, () => "a"));
    const row = spans.slice(1).map((_, index) => index + 1);
    const bars = barsOf(row, spans, { from: 0, to: 1_000 }, 500);
    expect(bars.length).toBeLessThanOrEqual(170);
    expect(bars.reduce((sum, { count }) => sum + count, 0)).toBe(1_000);
  });

  test("an open span reaches the end, and others outside the range are left out", () => {
    const [program] = calls([]);
    if (program === undefined) throw new Error("no span");
    const { kind, name, id, depth, row, status, turn, parent, next, start } = program;
    const open = { kind, name, id, depth, row, status, turn, parent, next, start };
    expect(barsOf([0], [open], { from: 50, to: 100 }, 100)).toEqual([
      { span: 0, count: 1, left: 0, width: 99 },
    ]);
    expect(barsOf([0], [program], { from: 150, to: 200 }, 100)).toEqual([]);
  });

  test("zooming keeps the time under the pointer, within the whole run", () => {
    const whole = { from: 0, to: 1_000 };
    expect(zoomed(whole, whole, 0.5, 0.5)).toEqual({ from: 250, to: 750 });
    expect(zoomed({ from: 250, to: 750 }, whole, 4, 0.5)).toEqual(whole);
  });

  test("the marks are at round times", () => {
    expect(ticksOf({ from: 0, to: 1_000 }, 500).map(({ label }) => label)).toEqual([
      "0 ms",
      "500 ms",
      "1.00 s",
    ]);
  });
});

describe("texts of the page", () => {
  test("numbers have units", () => {
    expect([bytesText(999), bytesText(1_500), bytesText(2_500_000)]).toEqual([
      "999 B",
      "1.5 kB",
      "2.5 MB",
    ]);
    expect([
      durationText(12.4),
      durationText(1_240),
      durationText(200_000),
      durationText(7_500_000),
    ]).toEqual(["12 ms", "1.24 s", "3 m 20 s", "2 h 5 m"]);
    expect([percentText(1, 1_000), percentText(999, 1_000), percentText(1, 3)]).toEqual([
      "<1 %",
      ">99 %",
      "33 %",
    ]);
  });

  test("characters that can't be seen, or that turn text around, become visible", () => {
    expect(visible("\u001b[31mred\u202e\u0000\n")).toBe("␛[31mred⟨202e⟩␀\n");
  });
});
