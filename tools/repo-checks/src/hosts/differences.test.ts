// Finds differences by program and shows them by host; the bundle returns the same as the language
// in this process.
import { run } from "@ptc/lisp";
import { expect, test } from "vitest";
import { bundlePrograms, readSteps } from "./bundled-programs.ts";
import { differences } from "./differences.ts";
import type { HostProgram } from "./host-program.ts";
import { hostPrograms } from "./host-programs.ts";
import { stepsOf } from "./host-steps.ts";
import { findChromium } from "./run-in-chromium.ts";
import { runInNode } from "./run-in-node.ts";

const programs: readonly HostProgram[] = [
  { name: "first", sources: ["(+ 1 2)"] },
  { name: "second", sources: ["(def x 1)", "x"] },
];

test("a difference names the program and the result of each host", () => {
  const answers = [
    { host: "here", steps: ["3", "[1]"] },
    { host: "pool", steps: ["3", "[1]"] },
    { host: "browser", steps: ["3", "[2]"] },
  ];
  expect(differences(programs, answers, { hasEveryHost: true })).toEqual([
    "second: (def x 1) ⏎ x\n    here, pool: [1]\n    browser: [2]",
  ]);
  expect(differences(programs, answers.slice(0, 2), { hasEveryHost: true })).toEqual([]);
});

test("shows long results around the first difference", () => {
  const [problem = ""] = differences(
    programs,
    [
      { host: "a", steps: ["3", `${"x".repeat(1000)}1${"y".repeat(1000)}`] },
      { host: "b", steps: ["3", `${"x".repeat(1000)}2`] },
    ],
    { hasEveryHost: false },
  );
  const [, first, second] = problem.split("\n");
  expect(first).toBe(`    a: …${"x".repeat(60)}1${"y".repeat(239)}…`);
  expect(second).toBe(`    b: …${"x".repeat(60)}2`);
});

test("a known difference is accepted until every host agrees", () => {
  const known = programs.map((program) => ({ ...program, differsBecause: "roots" }));
  const [here, there] = [
    { host: "here", steps: ["3", "[1]"] },
    { host: "there", steps: ["3", "[2]"] },
  ];
  expect(differences(known, [here, there], { hasEveryHost: true })).toEqual([
    'first: all hosts agree: take its mark "roots" away',
  ]);
  expect(differences(known, [here, there], { hasEveryHost: false })).toEqual([]);
});

test("reports a host that returns too few results as a separate error", () => {
  expect(readSteps(["1", "2"], programs)).toEqual(["1", "2"]);
  expect(() => readSteps(["1"], programs)).toThrow('expected 2 texts, got ["1"]');
  expect(() => readSteps(undefined, programs)).toThrow("expected 2 texts, got nothing");
});

test("programs have unique names, and there are hundreds", () => {
  const names = hostPrograms().map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names.length).toBeGreaterThan(800);
});

test("the bundle runs in plain Node and returns the same as this process, with memory, tools and failures", async () => {
  const given: readonly HostProgram[] = [
    ...programs,
    {
      name: "tools",
      sources: ["[(tool/t {:a 1}) (tool/t {:b 2})]", "(tool/broken {})"],
      tools: {
        t: { returns: "any", recorded: [{ args: { a: 1 }, returns: "one", afterMs: 1 }] },
        broken: { throws: "no" },
      },
    },
    { name: "wrong", sources: ["(+ 1"] },
  ];
  const here = await stepsOf(given, run);
  expect(readSteps(await runInNode(process.execPath, await bundlePrograms(given)), given)).toEqual(
    here,
  );
  expect(here.map((text) => JSON.parse(text) as unknown)).toMatchObject([
    [{ ok: true, return: 3 }],
    [{ memory: { x: 1 } }, { return: 1 }],
    [
      { return: ["one", "any"], callCount: 2 },
      { ok: false, fail: { message: expect.stringContaining("no") as string } },
    ],
    [{ ok: false, fail: { reason: "parse_error" } }],
  ]);
});

test("reports a failing script with Node's output", async () => {
  await expect(runInNode(process.execPath, "throw new Error('broken bundle');")).rejects.toThrow(
    /exit code 1: [^]*broken bundle/,
  );
});

test("finds no browser where none is installed", () => {
  expect(findChromium(["/nonexistent/chromium"])).toBeUndefined();
  expect(findChromium(["/nonexistent/chromium", process.execPath])).toBe(process.execPath);
});
