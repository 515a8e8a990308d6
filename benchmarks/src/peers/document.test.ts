// Tests the arithmetic of the comparison and its document with invented times.
import { expect, test } from "vitest";
import { spread } from "../median.ts";
import { canonicalJson } from "./canonical.ts";
import { coldStartName, commandLineName, cachedCodeName } from "./cold-start.ts";
import { renderDocument } from "./document.ts";
import { engineNamed, engines } from "./engines.ts";
import { findings } from "./findings.ts";
import { mixedRow } from "./mixed-row.ts";
import { assertSameAnswers } from "./race.ts";
import { reasons } from "./reasons.ts";
import { addTime, emptyTimes, excess, slowness, type Row } from "./row.ts";
import { verdictsOf } from "./verdict.ts";
import { faster, within, type EngineName, type Target } from "./workload.ts";
import { workloads } from "./workloads.ts";

/** Returns a row with the given times for each engine, one for each round. */
function rowOf(
  times: Partial<Record<EngineName, readonly number[]>>,
  targets: readonly Target[] = [],
  name = "a row",
): Row {
  const row: Row = { name, targets, mix: "mixed", absent: new Map(), times: emptyTimes() };
  for (const engine of engines)
    times[engine.name]?.forEach((time, round) => addTime(row, engine.name, round, time));
  return row;
}

test("compares engines within a round, not between rounds", () => {
  const row = rowOf({ ptc: [1, 10, 100, 1], monty: [2, 20, 200, 4] });
  expect(slowness(row, "monty")).toEqual({ lower: 2, median: 2, upper: 4 });
  expect(excess(rowOf({ ptc: [30, 50], plain: [10, 20] }), "plain")?.median).toBe(30);
});

test("leaves out rounds in which one engine took no part", () => {
  expect(slowness(rowOf({ ptc: [1, 2, 4], run: [10] }), "run")).toEqual({
    lower: 10,
    median: 10,
    upper: 10,
  });
  expect(slowness(rowOf({ ptc: [1] }), "run")).toBeUndefined();
});

test("quartiles and median are values of the rounds", () => {
  expect(spread([5, 1, 4, 2, 3, 8, 7, 6])).toEqual({ lower: 3, median: 5, upper: 7 });
  expect(spread([]).median).toBeNaN();
});

test.each<[Target, boolean]>([
  [faster("monty", 4), true],
  [faster("monty", 5), false],
  [within("plain", 2), true],
  [within("plain", 1.9), false],
  [{ kind: "faster-than-next", times: 4 }, false],
  [{ kind: "faster-than-next", times: 3 }, true],
  [{ kind: "above-plain", milliseconds: 1 }, false],
  [{ kind: "above-plain", milliseconds: 1.1 }, true],
])("%j is judged by the median: %s", (target, isMet) => {
  // Our engine takes 2 ms, plain JavaScript 1 ms, and the next sandbox 6 ms. nbb takes less but
  // isn't a sandbox.
  const row = rowOf({ ptc: [2000], monty: [8000], quickjs: [6000], nbb: [1], plain: [1000] }, [
    target,
  ]);
  expect(verdictsOf(row)[0]?.isMet).toBe(isMet);
});

test("a promise about a missing engine is neither met nor missed", () => {
  expect(verdictsOf(rowOf({ ptc: [1] }, [faster("monty", 4)]))[0]).toMatchObject({
    measured: undefined,
    isMet: undefined,
  });
});

test("a mix is the median of its programs in each round", () => {
  const rows = [rowOf({ ptc: [1, 2] }), rowOf({ ptc: [3, 9] }), rowOf({ ptc: [5, 5] })];
  expect([...(mixedRow("all", "mixed", rows).times.get("ptc")?.values() ?? [])]).toEqual([3, 5]);
});

test("the document shows ratios with quartiles and verdicts, and no times", () => {
  const row = rowOf(
    { ptc: [1000, 1000], monty: [30_500, 31_500], plain: [125, 125] },
    [faster("monty", 30), faster("quickjs", 2), within("plain", 4)],
    "work",
  );
  const facts = {
    date: "2026-01-31",
    node: "24.0.0",
    platform: "linux x64, 2 cores",
    load: 0.25,
    rounds: 2,
    coldStarts: 3,
  };
  const text = renderDocument([row], {
    ...facts,
    engines: [
      ...["ptc", "monty", "plain"].map((name) => ({ engine: engineNamed(name), version: "1.2.3" })),
      { engine: { ...engineNamed("isolated-vm"), unavailable: "needs Node 24" }, version: "7" },
    ],
  });
  expect(text).toContain("| work | 32 (31–32) | 0.13 (0.13–0.13) | – |");
  expect(text).toContain("| work | 30 times as fast as Monty | 32 (31–32) | met |");
  expect(text).toContain("| work | 2 times as fast as QuickJS | not measured | – |");
  expect(text).toContain(
    "| work | at most 4 times as long as plain JavaScript | 8.0 (8.0–8.0) | **missed** |",
  );
  expect(text).toContain(
    "Measured on 2026-01-31 with Node 24.0.0 (linux x64, 2 cores, load 0.3 before)",
  );
  expect(text).toContain("- **Monty** 1.2.3: ");
  expect(text).toContain("- **isolated-vm** 7: left out, needs Node 24");
  expect(text).not.toMatch(/\d (µs|ms|s|seconds)\b/);
});

test("a missed promise shows its findings without times, and every reason belongs to an existing row", () => {
  const facts = {
    date: "2026-01-31",
    node: "24.0.0",
    platform: "linux x64",
    load: 0,
    rounds: 1,
    coldStarts: 1,
    engines: [],
  };
  for (const [name, reason] of reasons) {
    const document = (times: number): string =>
      renderDocument([rowOf({ ptc: [10], monty: [20] }, [faster("monty", times)], name)], facts);
    expect(document(4)).toContain(`**${name}.** ${reason}`);
    expect(document(4)).not.toMatch(/\d (µs|ms|s|seconds)\b/);
    expect(document(2)).not.toContain(reason);
    expect([
      ...workloads.map((workload) => workload.name),
      coldStartName,
      cachedCodeName,
      commandLineName,
    ]).toContain(name);
  }
});

test("findings belong to existing rows", () => {
  const names = workloads.map(({ name }) => name);
  for (const [row] of findings) expect(names).toContain(row);
});

test("compares results regardless of container type and field order", () => {
  expect(
    canonicalJson(
      new Map<string, unknown>([
        ["b", 1n],
        ["a", [new Map([["c", 2]])]],
      ]),
    ),
  ).toBe(canonicalJson({ a: [{ c: 2 }], b: 1 }));
  expect(canonicalJson([["a", 1]])).not.toBe(canonicalJson({ a: 1 }));
});

test("stops the comparison if an engine returns another result", () => {
  const answers = (json: string): { readonly json: string }[] => workloads.map(() => ({ json }));
  const taking = [{ title: "One" }, { title: "Two" }];
  expect(() => assertSameAnswers(taking, [answers("1"), answers("1")])).not.toThrow();
  expect(() => assertSameAnswers(taking, [answers("1"), answers("2")])).toThrow(
    "`(+ 1 2)`, from source: One answers 1, but Two 2",
  );
});
