// Tests that a prefix of a valid program is never reported as unrecoverable, wherever it is cut.
// The programs are all vectors and all programs that models wrote in the recorded missions. Also
// tests that many invalid programs are detected early.

import { expect, test } from "vitest";
import { check, unrecoverablePrefix } from "@ptc/lisp";
import { cellsOf, guideCells } from "../guide-table.ts";
import { Random } from "../fuzz/random.ts";
import { readVectorFiles } from "../vectors/vector-files.ts";
import { isMistake, recordedPrograms, toolsIn } from "./recorded-programs.ts";
import { measuredSavings, savingsTable } from "./savings.ts";
import { isFull } from "../full-size.ts";

const cuts = isFull ? 12 : 1;

test("no program that can run is stopped, wherever it is cut", async () => {
  const random = new Random(11);
  const recorded = recordedPrograms();
  expect(recorded.length).toBeGreaterThan(30);
  const programs = [
    ...recorded,
    ...readVectorFiles().flatMap(({ vectors }) => vectors.map(({ program }) => program)),
  ];
  const wrong: string[] = [];
  let looked = 0;
  for (const program of programs) {
    const options = { tools: toolsIn(program) };
    if (isMistake(await check(program, options))) continue;
    looked += 1;
    for (let cut = 0; cut < cuts; cut++) {
      const prefix = program.slice(0, random.below(program.length + 1));
      if ((await unrecoverablePrefix(prefix, options)) !== undefined) wrong.push(prefix);
    }
  }
  expect(wrong).toEqual([]);
  expect(looked).toBeGreaterThan(3_000);
});

test(
  "of programs of models with one mistake, most are stopped early: the table of the guide",
  { tags: "full" },
  async () => {
    const savings = await measuredSavings();
    for (const { programs, stopped, saved } of savings) {
      expect(programs).toBeGreaterThan(10);
      expect(stopped / programs).toBeGreaterThan(0.4);
      expect(saved).toBeGreaterThan(0.2);
    }
    expect(guideCells("stopped")).toEqual(cellsOf(savingsTable(savings)));
  },
);
