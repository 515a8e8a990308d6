// Refuses JSON that isn't a step, and reads any valid step.

import { describe, expect, test } from "vitest";
import { Memory } from "@ptc/lisp";
import { failedStep, type MissionStep } from "../src/index.ts";
import { stepFromJson, stepToJson } from "../src/step-json/index.ts";

/** Returns the step as a file stores it. */
const written = (step: MissionStep): Record<string, unknown> =>
  JSON.parse(JSON.stringify(stepToJson(step))) as Record<string, unknown>;

describe("JSON that isn't a step", () => {
  const good = written(
    failedStep(
      "timeout",
      "late",
      { a: 1 },
      { data: 1, errors: [{ reason: "a", message: "b" }] },
      {
        turns: [
          {
            number: 1,
            rawResponse: "x",
            ok: true,
            result: [1],
            prints: [],
            toolCalls: [],
            memory: Memory.empty,
          },
        ],
      },
    ),
  );
  const turns = good["turns"] as readonly object[];
  const call = {
    name: "a",
    args: {},
    timestamp: 0,
    durationMs: 0,
    address: { run: "r", turn: 1, path: [], ordinal: 0 },
  };

  test.each<[unknown, string]>([
    [null, "expected object"],
    ["step", "expected object"],
    [{}, "ok: "],
    [{ ...good, format: "x" }, 'format: expected "ptc-step"'],
    [{ ...good, version: 2 }, "version: this release reads version 1 of the format"],
    [{ ...good, prints: [1] }, "prints[0]: "],
    [{ ...good, memory: [] }, "memory: expected an object of encoded values"],
    [
      { ...good, memory: { rows: { a: [{ $what: 1 }] } } },
      'memory: rows.a[0]: unknown tag "$what"',
    ],
    [
      { ...good, memory: { f: { $function: { source: "(fn [x", captured: {} } } } },
      "memory: f.$function: a function cannot be read here",
    ],
    [
      { ...good, turns: [{ ...turns[0], result: [{ $set: 1 }] }] },
      "turns[0].result[0]: malformed $set",
    ],
    [
      { ...good, turns: [{ ...turns[0], memory: { a: { $no: 1 } } }] },
      "turns[0].memory: a: unknown tag",
    ],
    [
      { ...good, toolCalls: [{ ...call, args: { a: { $no: 1 } } }] },
      "toolCalls[0].args.a: unknown tag",
    ],
    [{ ...good, toolCalls: [{ ...call, args: [1] }] }, "toolCalls[0].args: expected an object"],
    [{ ...good, toolCache: [["k", { $no: 1 }]] }, "toolCache.k: unknown tag"],
    [{ ...good, toolCache: [["k"]] }, "toolCache[0]"],
    [
      {
        ...good,
        fail: {
          reason: "a",
          message: "b",
          details: { errors: [{ reason: "c", message: "d", details: { data: { $no: 1 } } }] },
        },
      },
      "fail.details.errors[0].details.data: unknown tag",
    ],
    [{ ...good, fail: undefined }, "fail: "],
    [
      {
        ...good,
        ok: true,
        usage: {
          durationMs: 1,
          steps: 1,
          memoryBytes: 1,
          peakMemoryBytes: 1,
          toolCalls: 0,
          turns: 1,
          llmRequests: 1,
        },
      },
      "return: ",
    ],
    [{ ...good, journal: [["a", new Date()]] }, "journal.a: expected JSON"],
  ])("refuses JSON that isn't a step with the path: %#", async (json, message) => {
    const result = await stepFromJson(json);
    expect(result).toEqual({ ok: false, message: expect.stringContaining(message) as unknown });
  });

  test("refuses JSON of any depth, and objects that throw when read", async () => {
    const nested = (levels: number, begin: string, end: string): unknown =>
      JSON.parse(`${begin.repeat(levels)}1${end.repeat(levels)}`) as unknown;
    const fail = nested(20_000, '{"reason":"a","message":"b","details":{"errors":[', "]}}");
    expect(await stepFromJson({ ...good, fail })).toMatchObject({ ok: false });
    expect(await stepFromJson({ ...good, memory: { a: nested(20_000, "[", "]") } })).toMatchObject({
      ok: false,
    });
    expect(
      await stepFromJson(
        Object.defineProperty({ ...good }, "turns", {
          get: () => {
            throw new Error("no");
          },
        }),
      ),
    ).toMatchObject({ ok: false });
  });
});
