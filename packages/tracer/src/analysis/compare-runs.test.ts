import { expect, test } from "vitest";
import { call, eventsOf, mission, program, request, turn } from "../../test/recorded-runs.ts";
import { buildTraceTree } from "../trace-tree.ts";
import { compareRuns } from "./compare-runs.ts";
import { summarizeRuns } from "./run-summary.ts";

interface Variant {
  readonly source?: string;
  readonly results?: readonly unknown[];
  /** True if the calls start in reverse order. */
  readonly isReversed?: boolean;
  readonly turns?: number;
  readonly response?: string;
}

function runOf({
  source = "(f)",
  results = [1, 2],
  isReversed = false,
  turns = 1,
  response = "ok",
}: Variant) {
  const calls = results.map((result, index) => {
    const start = 10 + (isReversed ? results.length - index : index);
    return call(
      "page",
      [start, 30],
      { result },
      { args: { index }, address: `r/1/0.${String(index)}/0` },
    );
  });
  const events = eventsOf([
    mission(
      [0, 100],
      { ok: true, turns, return: results.length },
      Array.from({ length: turns }, (_, index) =>
        turn(index + 1, [1 + index, 99], { ok: true, done: true }, [
          request([2, 5], { ok: true, text: response }),
          program([8, 50], {}, index === 0 ? calls : [], source),
        ]),
      ),
      { agent: "audit" },
    ),
  ]);
  const [run] = summarizeRuns(buildTraceTree(events));
  if (run === undefined) throw new Error("no run");
  return run;
}

const usual = runOf({});

test("equal runs have no difference, also if parallel calls started in another order", () => {
  expect(compareRuns(usual, runOf({}))).toEqual({ equalParts: 13 });
  expect(compareRuns(usual, runOf({ isReversed: true }))).toEqual({ equalParts: 13 });
});

test("finds the first different response, with the text around the difference", () => {
  const long = "x".repeat(1_000);
  const { difference } = compareRuns(
    runOf({ response: `${long}left` }),
    runOf({ response: `${long}right` }),
  );
  expect(difference).toMatchObject({ part: "response", agent: "audit", turn: 1 });
  expect(difference?.left?.text).toBe(`…${"x".repeat(80)}left`);
  expect(difference?.right?.span.name).toBe("model-request");
});

test("finds a different program before its calls, and a different result of a call", () => {
  expect(compareRuns(usual, runOf({ source: "(g)", results: [3] })).difference).toMatchObject({
    part: "program",
    left: { text: "(f)" },
    right: { text: "(g)" },
  });
  expect(compareRuns(usual, runOf({ results: [1, 3] })).difference).toMatchObject({
    ...{ part: "result", tool: "page", turn: 1 },
    ...{ left: { text: "2" }, right: { text: "3" } },
  });
});

test("reports work that ended differently, with both ends", () => {
  const failed = runOf({ results: [1, undefined] });
  const call = failed.roots[0]?.children[0]?.children[1]?.children[1];
  expect(call?.end?.type).toBe("tool-call-end");
  Object.assign(call?.end?.data ?? {}, { ok: false, error: "no such page" });
  expect(compareRuns(usual, failed).difference).toMatchObject({
    ...{ part: "kind", tool: "page" },
    ...{ left: { text: "result: 2" }, right: { text: "error: no such page" } },
  });
});

test("reports work that only one run has", () => {
  expect(compareRuns(usual, runOf({ turns: 2 })).difference).toMatchObject({
    part: "kind",
    left: { text: "mission audit: answer" },
    right: { text: "model request: model" },
  });
  expect(compareRuns(usual, { roots: [] })).toMatchObject({
    equalParts: 0,
    difference: { part: "kind", left: { text: "mission audit: prompt" } },
  });
});
