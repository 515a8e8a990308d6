// `grep` and `grep-n`, called by the programs of an agent.

import { describe, expect, test } from "vitest";
import fc from "fast-check";
import type { ToolContext } from "@ptc/core/contracts";
import { run as runProgram } from "@ptc/lisp";
import { grepTools } from "../src/text.ts";
import { play } from "./missions.ts";

const tools = { ...grepTools };
/** The tools as a program without an agent gets them. It reads no signatures. */
const bareTools = Object.fromEntries(
  Object.entries(grepTools).map(([name, { execute }]) => [name, { execute }]),
);

interface Call {
  readonly pattern: string;
  readonly text: string;
  readonly context?: number;
}

const caught = (name: string): string =>
  `(return (try (tool/${name} data/call) (catch Exception e (ex-message e))))`;

/** Returns what a program sees of a call: the result, or the message of the failure. */
async function seen(name: "grep" | "grep-n", call: Call): Promise<unknown> {
  const { step } = await play([caught(name)], { tools, context: { call }, maxTurns: 1 });
  return step.ok ? step.return : step.fail;
}

const found = (pattern: string, text: string): Promise<unknown> => seen("grep", { pattern, text });

const poem = [
  "The fog comes",
  "on little cat feet.",
  "It sits looking",
  "over harbor and city",
].join("\n");

describe("grep", () => {
  test.each([
    [
      "a word, in any case",
      "THE|it",
      ["The fog comes", "on little cat feet.", "It sits looking", "over harbor and city"],
    ],
    ["anchors", "^over.*y$", ["over harbor and city"]],
    ["an alternation as grep writes it", "fog\\|feet", ["The fog comes", "on little cat feet."]],
    ["a group as grep writes it", "\\(fog\\|cat\\) \\(comes\\|x\\)", ["The fog comes"]],
    ["counts as grep writes them", "t\\{2\\}", ["on little cat feet."]],
    ["an empty pattern, which matches everywhere", "", poem.split("\n")],
    ["a pattern that matches nowhere", "zebra", []],
  ])("grep finds lines by %s", async (_, pattern, lines) => {
    expect(await found(pattern, poem)).toEqual(lines);
  });

  test.each([
    ["a parenthesis that isn't a group", "print\\(", "print(x)\nprint x", ["print(x)"]],
    ["a parenthesis in a class", "[(]x[)]", "print(x)\nprint x", ["print(x)"]],
    ["a brace that isn't a count", "\\{$", "f {\ng", ["f {"]],
    ["a backslash before a bar", "a\\\\|c", "a\\\nb\nc", ["a\\", "c"]],
    ["a point", "1\\.5", "1.5\n1x5", ["1.5"]],
    ["a class", "^\\d+$", "12\nx", ["12"]],
  ])("grep reads %s", async (_, pattern, text, lines) => {
    expect(await found(pattern, text)).toEqual(lines);
  });

  test.each<readonly [string, readonly string[]]>([
    ["", []],
    ["\n", [""]],
    ["a\nb", ["a", "b"]],
    ["a\r\nb\r\n", ["a", "b"]],
    ["a\n\n", ["a", ""]],
    ["a\rb\n", ["a\rb"]],
  ])("grep splits %j into its lines", async (text, lines) => {
    expect(await found("", text)).toEqual(lines);
  });

  test.each([
    ["(fog", 'pattern #"(fog": the group opened with ( is not closed (character 1 of the pattern)'],
    ["*", "nothing before * to repeat"],
    ["(a)\\1", "a back-reference (\\1) is not supported"],
    ["[z-a]", "pattern"],
  ])("grep says what is wrong with %j", async (pattern, message) => {
    expect(await found(pattern, poem)).toContain(message);
  });
});

const numbered = ([line, text, match]: readonly [number, string, boolean]): object => ({
  line,
  text,
  match,
});

describe("grep-n", () => {
  test("grep-n numbers lines from 1", async () => {
    expect(await seen("grep-n", { pattern: "o[on]", text: poem })).toEqual([
      numbered([2, "on little cat feet.", true]),
      numbered([3, "It sits looking", true]),
    ]);
  });

  test("grep-n shows context lines once each, and stops at both ends", async () => {
    const text = ["x1", "2", "3", "4", "x5", "6", "x7", "8", "9", "10", "x11"].join("\n");
    expect(await seen("grep-n", { pattern: "x", text, context: 1 })).toEqual(
      (
        [
          [1, "x1", true],
          [2, "2", false],
          [4, "4", false],
          [5, "x5", true],
          [6, "6", false],
          [7, "x7", true],
          [8, "8", false],
          [10, "10", false],
          [11, "x11", true],
        ] as const
      ).map(numbered),
    );
  });

  test("grep-n refuses a negative context", async () => {
    expect(await seen("grep-n", { pattern: "x", text: "x", context: -1 })).toBe(
      "context must not be negative",
    );
  });

  test("grep-n finds the same as a line-by-line search", async () => {
    const lines = fc.array(fc.constantFrom("x", "y", ""), { maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(lines, fc.integer({ min: 0, max: 5 }), async (all, context) => {
        const near = (at: number): boolean =>
          all.slice(Math.max(0, at - context), at + context + 1).includes("x");
        const text = all.map((line) => `${line}\n`).join("");
        const step = await runProgram("(tool/grep-n data/call)", {
          tools: bareTools,
          context: { call: { pattern: "X", text, context } },
        });
        expect(step.ok && step.return).toEqual(
          all.flatMap((line, at) => (near(at) ? [numbered([at + 1, line, line === "x"])] : [])),
        );
      }),
      { numRuns: 50 },
    );
  });
});

describe("grep and grep-n", () => {
  test("the prompt describes both tools with their signatures", async () => {
    const { llm } = await play(["(return 1)"], { tools: { ...grepTools } });
    const prompt = JSON.stringify(llm.requests[0]?.messages);
    expect(prompt).toContain("tool/grep-n");
    expect(prompt).toContain("case-insensitive");
  });

  test("both tools report a missing argument in the language's terms if nothing else checks it", async () => {
    const step = await runProgram('(tool/grep {:pattern "a"})', { tools: bareTools });
    expect(step.ok ? step.return : step.fail.message).toContain("expected a string, got nil");
  });

  test.each(Object.entries(tools))("%s stops when the caller aborts the run", async (_, tool) => {
    const context = { signal: AbortSignal.abort() } as ToolContext;
    await expect(tool.execute({ pattern: "a", text: "a" }, context)).rejects.toThrow("cancelled");
  });
});

describe.each(["grep", "grep-n"] as const)("%s within the limits of a run", (name) => {
  const line = "2026-01-08 23:05:09 INFO order 4711 was paid by ann\n";

  // `npm test` runs the two long searches for one of the two tools only.
  const runsLong = process.env["PTC_TESTS"] !== undefined || name === "grep-n";
  test.runIf(runsLong)("searches a megabyte of 20,000 lines, whatever matches", async () => {
    const text = line.repeat(20_000);
    expect(text.length).toBeGreaterThan(1_000_000);
    expect(await seen(name, { pattern: "paid by \\(ann\\|bob\\)$", text })).toHaveLength(20_000);
    expect(await seen(name, { pattern: "(\\w+\\W*)+zebra", text })).toEqual([]);
  });

  test.each(["(a+)+$", "(a|aa)+$", "(a*)*b", "(?=(?:a+)+$)a"])(
    "isn't slowed down by the pattern %s",
    async (pattern) => {
      const text = `${"a".repeat(20_000)}!`;
      expect(await seen(name, { pattern, text })).toEqual([]);
    },
  );

  test("supports lookbehind", async () => {
    const lines = await seen(name, { pattern: "(?<=order )\\d+", text: `${line}order x\n` });
    expect(lines).toHaveLength(1);
  });

  // Takes as long as its limit.
  test.runIf(runsLong)(
    "stops a search of 50 MB in millions of lines and suggests what to do",
    { tags: "full" },
    async () => {
      expect(await seen(name, { pattern: "(a+)+$", text: "ab\n".repeat(17_000_000) })).toMatch(
        // Whichever limit is reached first on this machine.
        /^the search exceeded its limit of (256000000 bytes|5000 milliseconds): search a smaller text, in parts, or with a pattern that matches fewer lines$/,
      );
    },
  );
});
