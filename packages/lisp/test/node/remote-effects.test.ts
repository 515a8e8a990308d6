// The reports of a process about a run that can wait. The process isn't trusted.

import { expect, test } from "vitest";
import { Activity } from "@ptc/core/internal/task";
import { systemClock } from "@ptc/core/contracts";
import { RemoteEffects } from "../../src/node/remote-effects.ts";
import type { HeldCalls } from "../../src/waiting/held-calls.ts";

function effectsOf() {
  const activity = new Activity();
  const calls = { gate: { activity }, clock: () => systemClock };
  // The reports of this suite need nothing else of a run.
  const effects = new RemoteEffects({ calls: calls as unknown as HeldCalls, runId: "r" });
  return { activity, effects };
}

test("a run is active until its program has dealt with all answers", () => {
  const { activity, effects } = effectsOf();
  expect(activity.open).toBe(1);
  effects.quiet(0);
  expect(activity.open).toBe(0);
  effects.answering(0);
  // This report was sent before the answer arrived.
  effects.quiet(0);
  expect(activity.open).toBe(1);
  // The result can't be sent, so the call has an error as its answer.
  effects.answering(0);
  effects.quiet(1);
  expect(activity.open).toBe(0);
  effects.answering(1);
  effects.end();
  effects.answering(2);
  expect(activity.open).toBe(0);
});

test("reports about another run or out of order are refused", () => {
  const { effects } = effectsOf();
  const { signal } = new AbortController();
  const end = (): void => undefined;
  const pause = { type: "pause", run: 1, pause: 0, at: "r/1/0", milliseconds: 1 } as const;
  expect(() => {
    effects.pause({ ...pause, pause: 1 }, signal, end);
  }).toThrow("an impossible pause");
  const read = { type: "read", run: 1, forks: [], hidden: [], hidesAll: false } as const;
  expect(() => {
    effects.read({ ...read, times: [["other/1/0", 5]] });
  }).toThrow("an address of another run");
});
