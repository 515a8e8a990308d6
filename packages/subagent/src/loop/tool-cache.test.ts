import { expect, test } from "vitest";
import { TraceScope, systemClock, type ToolContext, type ToolFunction } from "@ptc/core/contracts";
import { ToolCache } from "./tool-cache.ts";

const context: ToolContext = {
  signal: new AbortController().signal,
  address: { run: "r", turn: 1, path: [], ordinal: 0 },
  callId: "r/1/0",
  trace: new TraceScope({ sink: undefined, clock: systemClock, random: () => 0, traceId: "t" }),
  noteCached: () => undefined,
};

test("an answer that comes later is one whatever kind of promise it is: it is kept when it is there, and a failure is asked again", async () => {
  const outcomes = [Promise.reject(new Error("down")), Promise.resolve(7)];
  let asked = 0;
  // A promise of another library, or of another realm.
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
  expect(cache.kept).toEqual({});
  expect(await cached({ id: 1 }, context)).toBe(7);
  expect(await cached({ id: 1 }, context)).toBe(7);
  expect(asked).toBe(2);
  expect(cache.kept).toEqual({ 'look {"id":1}': 7 });
});
