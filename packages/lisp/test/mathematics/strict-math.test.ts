// On every host, the functions of `Math` return the same bits as Java's StrictMath, recorded by
// strict-math.clj.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "@ptc/lisp";
import { describe, expect, test } from "vitest";
import { readRows } from "./read-rows.ts";

const tables = readRows(readFileSync(join(import.meta.dirname, "strict-math.txt"), "utf8"));
const functions = tables.flatMap(({ names, rows }) =>
  names.map((name, index) => ({
    name,
    rows: rows.map(({ args, answers }) => ({ args, answer: answers[index] })),
  })),
);

describe("functions of Math with the bits of StrictMath", () => {
  test.each(functions)("Math/$name returns the same bits as StrictMath", async ({ name, rows }) => {
    const step = await run(`(mapv (fn [args] (apply Math/${name} args)) data/rows)`, {
      context: { rows: rows.map(({ args }) => args) },
    });
    const answers = step.ok ? (step.return as readonly number[]) : [];
    const wrong = rows.filter(({ answer }, index) => !Object.is(answer, answers[index]));
    expect(wrong).toEqual([]);
    expect(rows.length).toBeGreaterThan(100);
  });
});
