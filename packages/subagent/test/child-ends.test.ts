// Timeouts and aborts of missions that have child missions.

import { describe, expect, test } from "vitest";
import { asTool, run, type AgentOptions, type MissionOptions } from "../src/index.ts";
import { above, answering, finder } from "./child-mission.ts";
import { ManualClock, settled } from "./missions.ts";

describe("the end of a parent mission", () => {
  const waiting = (options: MissionOptions & Partial<AgentOptions>) => {
    const clock = new ManualClock();
    const { llm } = answering({
      Do: '(return (pmap (fn [t] (tool/find {:topic t})) ["a" "b"]))',
      Find: () => new Promise(() => undefined),
    });
    const step = run("Do it.", {
      llm,
      clock,
      tools: { find: asTool(finder({ missionTimeoutMs: 5_000 })) },
      ...options,
    });
    return { clock, step };
  };

  test("a mission timeout ends its child missions with that reason and keeps their steps", async () => {
    const { clock, step } = waiting({ missionTimeoutMs: 100 });
    await settled();
    await clock.pass(100);
    const ended = await step;
    expect(ended).toMatchObject({
      fail: { reason: "mission_timeout", details: { limit: { value: 100 } } },
      usage: { llmRequests: 3 },
    });
    expect(ended.childSteps?.map(({ step: child }) => !child.ok && child.fail.message)).toEqual([
      "the mission that started this one has timed out",
      "the mission that started this one has timed out",
    ]);
  });

  test("an abort by the caller cancels the child missions too", async () => {
    const stop = new AbortController();
    const { step } = waiting({ signal: stop.signal });
    await settled();
    stop.abort();
    const ended = await step;
    expect(ended).toMatchObject({ fail: { reason: "cancelled" } });
    expect(ended.childSteps?.map(({ step: child }) => !child.ok && child.fail)).toEqual([
      { reason: "cancelled", message: "the mission that started this one was cancelled" },
      { reason: "cancelled", message: "the mission that started this one was cancelled" },
    ]);
  });

  test("a child mission may cancel its parent mission", async () => {
    const stop = new AbortController();
    const child = finder({
      tools: {
        stop: () => {
          stop.abort();
          return 1;
        },
      },
    });
    const { step } = await above(
      '(return (tool/find {:topic "x"}))',
      { child, signal: stop.signal },
      { Find: "(do (tool/stop) (return {:count 1}))" },
    );
    expect(step).toMatchObject({ ok: false, fail: { reason: "cancelled" } });
    expect(step.childSteps).toHaveLength(1);
  });

  test("the timeout of a child mission doesn't end its parent", async () => {
    const clock = new ManualClock();
    const { llm } = answering({
      Do: '(return (try (tool/find {:topic "a"}) (catch Exception e (ex-message e))))',
      Find: () => new Promise(() => undefined),
    });
    const child = finder({ missionTimeoutMs: 5_000 });
    const step = run("Do it.", { llm, clock, tools: { find: asTool(child) } });
    await settled();
    await clock.pass(5_000);
    expect(await step).toMatchObject({
      ok: true,
      return:
        "the mission failed: mission_timeout: the mission took longer than 5000 milliseconds (option missionTimeoutMs)",
    });
  });
});
