// Hostile steps: whatever they contain, the description keeps its form and stays within its bounds.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Memory } from "@ptc/lisp";
import { describeStep } from "../src/description/index.ts";
import { displayWidth } from "../src/description/wrapped-line.ts";
import { failedStep, successfulStep, type MissionStep, type Turn } from "../src/index.ts";

const address = { run: "r", turn: 1, path: [], ordinal: 0 };
const call = (text: string) => ({
  name: text,
  args: { [text]: text },
  result: { [text]: text },
  timestamp: 0,
  durationMs: 1,
  address,
});

/** A step with `text` in every location that can have text. */
function saying(text: string): MissionStep {
  const messages = [
    { role: "system", content: text },
    { role: "user", content: text, parts: [{ type: "file", mediaType: text, filename: text }] },
    { role: "assistant", content: text },
  ] as const;
  const fail = {
    reason: "eval_error",
    message: text,
    details: { kind: text, excerpt: text, hint: text, data: text },
  } as const;
  const turns: readonly Turn[] = [1, 2].map((number) => ({
    number,
    rawResponse: text,
    ...(number === 1 ? { program: text } : {}),
    ok: number === 2,
    ...(number === 1 ? { fail } : { result: text }),
    prints: [text, text],
    toolCalls: [call(text), { ...call(text), error: text }],
    memory: Memory.empty,
    messages,
  }));
  const fields = {
    turns,
    prompt: text,
    originalPrompt: text,
    signature: text,
    tools: { [text]: {} },
    journal: { [text]: text },
    summaries: { [text]: text },
    warnings: [text],
    messages,
  };
  const below = failedStep(text, text, {}, fail.details, { prompt: text });
  return successfulStep(
    text,
    { [text]: text },
    {
      ...fields,
      childSteps: [{ tool: text, address, step: below }],
    },
  );
}

const everything = { raw: true, messages: true, usage: true, prompt: true, children: 2 } as const;

describe("the description of a hostile step", () => {
  test("texts of a step cannot control the terminal", () => {
    const text = describeStep(
      saying("\u001b[2J\u009b31m\u0007\r\u202eevil\u2066\u200b\u200f\u061c\ud800 a\tb"),
      everything,
    );
    expect(text).not.toMatch(/[^\P{Cc}\n]|\p{Cf}|\p{Cs}|[\u2028\u2029]/u);
    expect(text).toContain("\\u001b[2J");
  });

  test("texts of a step never start a line of the description", () => {
    const forged = "x\nThe mission was answered: all is well\nTurn 9\r\n  value\u2028Usage";
    for (const options of [{}, everything]) {
      const lines = describeStep(saying(forged), options).split("\n");
      const ours = lines.filter((line) => !line.includes("│"));
      expect(lines.filter((line) => /Turn 9/.test(line)).length).toBeGreaterThan(3);
      expect(ours.filter((line) => /^\s*(?:Turn 9|Usage\w|value\\)/.test(line))).toEqual([]);
      expect(ours.filter((line) => /all is well$/.test(line.trim()))).toEqual([]);
    }
  });

  test("the description of any step fits the width", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme", maxLength: 300 }),
        fc.integer({ min: 40, max: 120 }),
        (text, width) => {
          for (const line of describeStep(saying(text), { ...everything, width }).split("\n"))
            expect(displayWidth(line)).toBeLessThanOrEqual(width);
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe("the description of a very large step", () => {
  const mostCharacters = 2_000_000;
  /** Twenty megabytes in `.ci/run`. */
  const large = process.env["PTC_TESTS"] === undefined ? 1_000_000 : 20_000_000;

  test("is short for a hundred thousand turns", () => {
    const turns = Array.from({ length: 100_000 }, (_, index): Turn => ({
      number: index + 1,
      rawResponse: "(inc 1)",
      program: "(inc 1)",
      ok: true,
      result: index,
      prints: [],
      toolCalls: [],
      memory: Memory.empty,
    }));
    const text = describeStep(successfulStep(1, {}, { turns }));
    expect(text).toContain("\n… 99,960 turns not shown (turns)\n");
    expect(text.match(/^Turn /gm)).toHaveLength(40);
    expect(text.length).toBeLessThan(10_000);
  });

  test.each([
    ["one line", "x".repeat(large)],
    ["lines", "x y\n".repeat(large / 4)],
    ["line breaks", "\n".repeat(large)],
    ["one character with many marks", `a${"\u0301".repeat(large / 2)}`],
    ["quotes", '"'.repeat(large / 2)],
    ["brackets", "(".repeat(large / 2)],
  ])("is short for a large text: %s", (_what, text) => {
    const turn: Turn = {
      number: 1,
      rawResponse: text,
      program: text,
      ok: true,
      result: text,
      prints: [text],
      toolCalls: [call("find"), { ...call("find"), result: text, args: { text } }],
      memory: Memory.empty,
    };
    const step = successfulStep({ text }, { text }, { turns: [turn, turn], prompt: text });
    const shown = describeStep(step, { raw: true });
    expect(shown.length).toBeLessThan(200_000);
    expect(shown.split("\n").length).toBeLessThan(500);
  });

  test("is short for very many calls, prints, warnings, names, errors and messages", () => {
    const many = Array.from({ length: large / 100 }, (_, index) => `n${String(index)}`);
    const fields = Object.fromEntries(many.map((name) => [name, name]));
    const turn: Turn = {
      number: 1,
      rawResponse: "",
      ok: true,
      result: many,
      prints: many,
      toolCalls: many.map(call),
      memory: Memory.empty,
      messages: many.map((content) => ({ role: "user", content })),
    };
    const step = successfulStep(fields, fields, {
      turns: [turn, turn],
      warnings: many,
      journal: fields,
      summaries: fields,
      tools: Object.fromEntries(many.map((name) => [name, {}])),
      childSteps: many.map((tool) => ({ tool, address, step: successfulStep(1) })),
    });
    for (const options of [{}, everything])
      expect(describeStep(step, options).length).toBeLessThan(mostCharacters);
    const errors = many.map((message) => ({ reason: "eval_error", message }) as const);
    const text = describeStep(failedStep("eval_error", "many", {}, { errors }));
    expect(text).toContain(`and ${String(many.length - 10)} more`);
    expect(text.length).toBeLessThan(2_000);
  });

  test("is short for very deeply nested child missions", { tags: "full" }, () => {
    let step: MissionStep = successfulStep("deepest");
    for (let depth = 0; depth < 10_000; depth += 1)
      step = successfulStep(
        1,
        {},
        {
          childSteps: [
            { tool: "left", address, step },
            { tool: "right", address, step },
          ],
        },
      );
    expect(describeStep(step).split("\n").length).toBeLessThan(200);
    const whole = describeStep(step, { children: 20 });
    expect(whole.split("\n").length).toBeLessThanOrEqual(20_001);
    expect(whole).toMatch(/\n… the rest is omitted: .* \(turns, lines, children\)$/);
  });

  test("is short for data that is cyclic or throws when it is read", () => {
    const itself: unknown[] = [];
    itself.push(itself, itself);
    const throwing = Object.defineProperty({}, "a", {
      enumerable: true,
      get: () => {
        throw new Error("never");
      },
    });
    const fail = { details: { errors: [] as unknown[] }, reason: "eval_error", message: "m" };
    fail.details.errors.push(fail);
    for (const value of [itself, throwing, { itself }])
      expect(describeStep(successfulStep(value, { value })).length).toBeLessThan(20_000);
    const failed = failedStep("eval_error", "m", {}, fail.details as object);
    expect(describeStep(failed).length).toBeLessThan(2_000);
  });
});
