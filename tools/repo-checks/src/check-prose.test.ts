import { expect, test } from "vitest";
import { problemsOfReport } from "./check-prose.ts";
import type { KindReport, ProseReport } from "./prose/prose-report.ts";

const nothing: KindReport = { words: 0, sentences: 0, long: [], tooLong: [], markers: new Map() };
const found = { place: "a.md:1", phrase: "told", sentence: "The model is told." };

function report(kinds: Partial<ProseReport["kinds"]>): ProseReport {
  return {
    kinds: { docs: nothing, comments: nothing, strings: nothing, titles: nothing, ...kinds },
    names: [],
  };
}

test("a rate of markers at the bound passes, one above it fails and shows the place", () => {
  const markers = new Map([["told, tells", [found, found, found]]]);
  const rare = { ...nothing, words: 20_000, markers };
  expect(problemsOfReport(report({ docs: rare }))).toEqual([]);
  expect(problemsOfReport(report({ docs: { ...rare, words: 19_000 } }))).toEqual([
    expect.stringContaining("a.md:1: told: The model is told."),
  ]);
});

test("one marker in a string literal fails", () => {
  const strings = { ...nothing, words: 1e6, markers: new Map([["told, tells", [found]]]) };
  expect(problemsOfReport(report({ strings }))).toHaveLength(1);
});

test("one sentence above 45 words fails, and so do more than 2 % above 30", () => {
  const docs = { ...nothing, sentences: 100, tooLong: [found], long: [found, found] };
  expect(problemsOfReport(report({ docs }))).toEqual([expect.stringContaining("45 words")]);
  expect(problemsOfReport(report({ docs: { ...docs, sentences: 99, tooLong: [] } }))).toEqual([
    expect.stringContaining("2.0 % of the sentences"),
  ]);
});

test("a name without meaning fails", () => {
  expect(problemsOfReport({ ...report({}), names: [found] })).toHaveLength(1);
});
