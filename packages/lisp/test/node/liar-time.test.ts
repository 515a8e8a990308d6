// Measures what processes that send arbitrary messages cost this one: they never block its event
// loop, and each ends at a limit.

import { describe, expect, test } from "vitest";
import { nothingUsed } from "@ptc/core/internal/contracts";
import { run } from "../../src/index.ts";
import { sampled } from "../sampled.ts";
import { longestStall, stallOf } from "./host-stall.ts";
import { liar, part, testPools } from "./pools.ts";

const { poolOf, folder } = testPools();

describe("a lying process doesn't block the host:", () => {
  const begun = { type: "begun", run: 1 };
  const task = (index: number, size: number): object => ({
    type: "task",
    run: 1,
    id: `task-${String(index)}`,
    recorded: true,
    result: part("x".repeat(size)),
  });
  const call = (index: number, args: unknown): object => ({
    type: "tool-call",
    run: 1,
    call: index,
    name: "t",
    address: { path: [], ordinal: index },
    args: part(args),
  });
  const step = (change: object): object => ({
    type: "step",
    run: 1,
    step: {
      outcome: {
        ok: true,
        endedBy: "value",
        value: part(1),
        memory: { changed: [], removed: [], unkept: [], mayAwait: false },
        holdsFunctions: false,
        summaries: [],
        ...change,
      },
      prints: [],
      toolCalls: [],
      parallelCalls: [],
      usage: nothingUsed,
      warnings: [],
      libraries: [],
    },
  });
  const many = <T>(count: number, make: (index: number) => T): readonly T[] =>
    Array.from({ length: count }, (_, index) => make(index));
  const maps = many(400_000, () => ({}));

  const sayings: readonly (readonly [string, () => readonly (object | string)[], string])[] = [
    ["tasks without end", () => [begun, ...many(30_000, (index) => task(index, 10))], "may send"],
    ["large tasks", () => [begun, ...many(4, (index) => task(index, 400_000))], "may send"],
    [
      "tasks taken back",
      () => [begun, ...many(30_000, () => ({ type: "task", run: 1, id: "a", recorded: false }))],
      "may send",
    ],
    [
      "large arguments",
      () => [begun, ...many(4, (index) => call(index, { a: "x".repeat(400_000) }))],
      "may send",
    ],
    ["answers that nobody asked for", () => [begun, { type: "pong" }], "out of order"],
    ["being ready twice", () => [{ type: "ready" }], "out of order"],
    [
      "messages of other runs",
      () => [begun, ...many(10_001, () => ({ type: "begun", run: 7 }))],
      "outside a run",
    ],
    ["a value that is not there", () => [begun, step({ value: 7 })], "expected a value"],
    ["a long message of spaces", () => [begun, `${" ".repeat(3_000_000)}{}`], "malformed"],
    ["a long message that is none", () => [begun, JSON.stringify({ type: "no", maps })], "unknown"],
    [
      "a deep message",
      () => [begun, `{"type":${"[".repeat(200_000)}${"]".repeat(200_000)}}`],
      "malformed",
    ],
  ];
  test.each(sampled(sayings, 7))("%s", async (_, messages, problem) => {
    const pool = poolOf({ execPath: liar(folder, messages()) });
    const longestMs = await stallOf(async () => {
      const result = await pool.run("1", {
        tools: { t: () => 1 },
        journal: {},
        limits: { memoryBytes: 1_000_000, timeoutMs: 20_000 },
      });
      expect(result).toMatchObject({
        ok: false,
        fail: { reason: "sandbox_failed", message: expect.stringContaining(problem) as string },
      });
      expect(Object.keys(result.journal ?? {}).length).toBeLessThan(20_000);
    });
    expect(longestMs).toBeLessThan(longestStall);
  });

  test.each<readonly [string, () => object]>([
    ["a value that is none", () => step({ value: part({ $no: maps }) })],
    [
      "a function that is none",
      () => step({ value: part({ $function: maps }), holdsFunctions: true }),
    ],
    ["no value", () => step({ value: undefined })],
  ])("rejects a step with %s", async (_, message) => {
    const execPath = liar(folder, [begun, message()]);
    const longestMs = await stallOf(async () => {
      // The process responds only once.
      const step = await poolOf({ execPath }).run("1");
      expect(step).toMatchObject({ ok: false, fail: { reason: "sandbox_failed" } });
    });
    expect(longestMs).toBeLessThan(longestStall);
  });

  test("invalid functions fail when they are called", async () => {
    const functions = many(2_000, (index) => ({
      $function: {
        source: "(fn [x] ".repeat(40),
        captured: { [`c${String(index)}`]: maps.slice(0, 100) },
      },
    }));
    const execPath = liar(folder, [
      begun,
      step({
        memory: { changed: [["f", part(functions)]], removed: [], unkept: [], mayAwait: true },
        holdsFunctions: true,
      }),
    ]);
    const longestMs = await stallOf(async () => {
      // The process responds only once.
      const { ok, memory } = await poolOf({ execPath }).run("1");
      expect(ok).toBe(true);
      expect(await run("((first f) 1)", { memory })).toMatchObject({
        ok: false,
        fail: { message: expect.stringContaining("cannot be called") as string },
      });
    });
    expect(longestMs).toBeLessThan(longestStall);
  });

  test("invalid memory throws when it is read", async () => {
    const pool = poolOf({
      execPath: liar(folder, [
        begun,
        step({
          memory: { changed: [["v", part({ $no: 1 })]], removed: [], unkept: [], mayAwait: false },
        }),
      ]),
    });
    const { memory } = await pool.run("1");
    expect([...memory.names()]).toEqual(["v"]);
    expect(() => memory.get("v")).toThrow("unknown tag");
  });
});
