import { expect, test } from "vitest";
import { TraceScope, systemClock, type ToolContext, type ToolFunction } from "@ptc/core/contracts";
import { ToolCache } from "./tool-cache.ts";

const { signal } = new AbortController();
const context: ToolContext = {
  signal,
  abortSignal: signal,
  address: { run: "r", turn: 1, path: [], ordinal: 0 },
  callId: "r/1/0",
  toolCallId: "r/1/0",
  trace: new TraceScope({ sink: undefined, clock: systemClock, random: () => 0, traceId: "t" }),
  noteCached: () => undefined,
  noteAttempts: () => undefined,
  noteChild: () => undefined,
};

test("caches the result of any kind of thenable once it resolves, and calls again after a rejection", async () => {
  const outcomes = [Promise.reject(new Error("down")), Promise.resolve(7)];
  let asked = 0;
  // A promise of another library or another realm.
  const execute: ToolFunction = () => {
    const outcome = outcomes[asked++] ?? Promise.resolve(asked);
    return { then: outcome.then.bind(outcome) };
  };
  const cache = new ToolCache();
  const cached = cache.cached("look", execute, {
    check: (answer) => answer,
    warn: expect.unreachable,
  });
  await expect(cached({ id: 1 }, context)).rejects.toThrow("down");
  expect(cache.stored).toEqual({});
  expect(await cached({ id: 1 }, context)).toBe(7);
  expect(await cached({ id: 1 }, context)).toBe(7);
  expect(asked).toBe(2);
  expect(cache.stored).toEqual({ 'look {"id":1}': 7 });
});

const unchecked = { check: (answer: unknown) => answer, warn: expect.unreachable };

test.each([
  ["Maps", (id: number) => new Map([["id", id]])],
  ["Sets", (id: number) => [new Set([id])]],
  ["URLs", (id: number) => ({ at: new URL(`https://a.example/${String(id)}`) })],
  ["functions", (id: number) => () => id],
])("doesn't confuse arguments that a schema converted to %s", (_, made) => {
  const cache = new ToolCache();
  const asked: unknown[] = [];
  const cached = cache.cached("look", ({ of }) => asked.push(of), unchecked);
  expect([1, 2].map((id) => cached({ of: made(id) }, context))).toEqual([1, 2]);
  expect(cache.stored).toEqual({});
  // The model doesn't see that a program gets a cached result.
  expect([1, 2].map((answer) => cache.isCached(answer))).toEqual([false, false]);
});

test("treats 0 and -0 as different arguments", () => {
  const cached = new ToolCache().cached("look", ({ of }) => 1 / Number(of), unchecked);
  expect([0, -0].map((of) => cached({ of }, context))).toEqual([Infinity, -Infinity]);
});

test("makes the call again if an earlier one was aborted without a result", async () => {
  let asked = 0;
  const execute: ToolFunction = () => (++asked === 1 ? new Promise(() => undefined) : 5);
  const cached = new ToolCache().cached("look", execute, unchecked);
  const turn = new AbortController();
  void cached({}, { ...context, signal: turn.signal });
  turn.abort();
  expect(await cached({}, context)).toBe(5);
});
