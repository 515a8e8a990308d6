// What a mission takes over from the one that started it. The scopes are made by hand.
import { describe, expect, test } from "vitest";
import type { TraceEvent } from "@ptc/core/contracts";
import { createScriptedModel, ModelError, type ScriptEntry } from "@ptc/llm";
import {
  defineAgent,
  run,
  type AgentOptions,
  type MissionOptions,
  type MissionStep,
} from "../src/index.ts";
import { Allowance } from "../src/bounds/allowance.ts";
import { Deadline, type DeadlineOptions } from "../src/bounds/deadline.ts";
import { rootScope, type MissionScope } from "../src/bounds/mission-scope.ts";
import { Spending } from "../src/bounds/spending.ts";
import { missionOptions } from "../src/loop/mission-options.ts";
import { MissionRun } from "../src/loop/mission-run.ts";
import { stepFromJson, stepToJson } from "../src/step-json/index.ts";
import { ManualClock, fenced, settled } from "./missions.ts";

interface Child extends Partial<AgentOptions> {
  readonly script?: readonly ScriptEntry[];
  readonly options?: MissionOptions;
}

/** Runs a mission below another one. */
async function below(
  scope: Partial<MissionScope>,
  { script = ["(return 1)"], options, ...agent }: Child = {},
) {
  const llm = createScriptedModel(script);
  const step = await new MissionRun(
    defineAgent({ prompt: "Do it.", ...agent }),
    missionOptions({ llm, ...options }),
    { ...rootScope, depth: 1, ...scope },
  ).run();
  return { step, llm };
}

describe("the trace", () => {
  const parent = { traceId: "a".repeat(32), spanId: "b".repeat(16) };

  test("is the mission's own, below the span that started it", async () => {
    const events: TraceEvent[] = [];
    const { step } = await below(
      { parent },
      { options: { onEvent: (event) => void events.push(event) } },
    );
    expect(step.parentTraceId).toBe(parent.traceId);
    expect(step.traceId).not.toBe(parent.traceId);
    expect(events[0]).toMatchObject({
      type: "mission-start",
      traceId: step.traceId,
      parentSpanId: parent.spanId,
    });
  });

  test("of the parent is on a step that failed too, and comes back from JSON", async () => {
    const { step } = await below({
      parent: { traceId: parent.traceId },
      depth: 9,
      maxDepth: 3,
    });
    expect(step).toMatchObject({ ok: false, parentTraceId: parent.traceId });
    const read = await stepFromJson(JSON.parse(JSON.stringify(stepToJson(step))));
    expect(read).toMatchObject({ ok: true, step: { parentTraceId: parent.traceId } });
  });

  test("of a parent is absent at the root", async () => {
    const step = await run("p", { llm: () => "(return 1)" });
    expect(step).not.toHaveProperty("parentTraceId");
    expect(stepToJson(step)).not.toHaveProperty("parentTraceId");
  });
});

test("effects are addressed by the run of the scope, at the root by the trace", async () => {
  const agent: Child = { tools: { now: () => 1 }, script: ["(return (tool/now))"] };
  const address = ({ toolCalls }: MissionStep) => toolCalls[0]?.address.run;
  expect(address((await below({ runId: "run/1/2" }, agent)).step)).toBe("run/1/2");
  const { step } = await below({}, agent);
  expect(address(step)).toBe(step.traceId);
});

describe("depth", () => {
  test("beyond the largest ends the mission before its model is asked", async () => {
    const { step, llm } = await below({ depth: 3, maxDepth: 2 });
    expect(step).toMatchObject({
      ok: false,
      turns: [],
      fail: {
        reason: "max_depth_exceeded",
        message:
          "agents are nested 3 deep, at most 2 may be (option maxDepth): do this part of the work here",
      },
    });
    expect(step).not.toHaveProperty("usage");
    expect(llm.requests).toEqual([]);
    expect((await below({ depth: 2, maxDepth: 2 })).step.ok).toBe(true);
  });
});

describe("turns", () => {
  test("are spent above too, and end the mission where they are used up there", async () => {
    const grandparent = new Allowance(10);
    const turns = new Allowance(3, grandparent);
    turns.spend();
    const { step, llm } = await below(
      { turns },
      { script: [fenced("1"), fenced("2"), fenced("3")], maxTurns: 5 },
    );
    expect(llm.requests).toHaveLength(2);
    expect(step).toMatchObject({
      ok: false,
      fail: {
        reason: "turn_budget_exhausted",
        message:
          "the turns of the missions above are used up without an answer; the last program ran but did not end with an answer",
      },
      usage: { turns: 2 },
    });
    expect([turns.left, grandparent.left]).toEqual([0, 7]);
    expect(llm.requests[1]?.messages.at(-1)?.content).toContain("This is the last turn");
  });

  test("that are used up already leave none", async () => {
    const { step, llm } = await below({ turns: new Allowance(0) });
    expect(llm.requests).toEqual([]);
    expect(step).toMatchObject({
      ok: false,
      fail: {
        reason: "turn_budget_exhausted",
        message: expect.stringContaining("there was none left to begin with") as unknown,
      },
    });
  });

  test("of the mission itself end it as at the root", async () => {
    const turns = new Allowance(10);
    const own = await below({ turns }, { script: ["1", "2"], turnBudget: 2 });
    expect(own.step).toMatchObject({
      fail: {
        reason: "turn_budget_exhausted",
        message: expect.stringContaining("the budget of 2 turns") as unknown,
      },
    });
    const most = await below({ turns }, { script: ["1", "2"], maxTurns: 2 });
    expect(most.step).toMatchObject({ fail: { reason: "max_turns_exceeded" } });
    expect(turns.left).toBe(6);
  });

  test("are counted down for programs, whoever spends them", async () => {
    const turns = new Allowance(4);
    const tools = {
      other: () => {
        turns.spend();
        return turns.left;
      },
    };
    const { step, llm } = await below(
      { turns },
      { script: ["(tool/other)", "(return (:turns (budget/remaining)))"], tools, maxTurns: 9 },
    );
    expect(step).toMatchObject({ ok: true, return: 1 });
    expect(llm.requests[1]?.messages.at(-1)?.content).toContain("2 turns are left.");
  });
});

describe("the deadline", () => {
  const endAbove = (clock: ManualClock, given: Partial<DeadlineOptions>) =>
    new Deadline({ timeoutMs: undefined, above: undefined, signal: undefined, clock, ...given });
  const waiting = (given: Partial<DeadlineOptions>, child: Child = {}) => {
    const clock = new ManualClock();
    const deadline = endAbove(clock, given);
    const step = below(
      { deadline },
      { ...child, script: [() => new Promise(() => undefined)], options: { clock } },
    ).then((played) => played.step);
    return { clock, step };
  };

  test("above ends the mission where it comes sooner, and not as its own", async () => {
    const { clock, step } = waiting({ timeoutMs: 100 }, { missionTimeoutMs: 500 });
    await settled();
    await clock.pass(100);
    expect(await step).toMatchObject({
      ok: false,
      fail: {
        reason: "mission_timeout",
        message: "the time of the mission that started this one is over",
      },
    });
  });

  test("of the mission ends it where that comes sooner", async () => {
    const { clock, step } = waiting({ timeoutMs: 500 }, { missionTimeoutMs: 100 });
    await settled();
    await clock.pass(100);
    expect(await step).toMatchObject({
      fail: {
        reason: "mission_timeout",
        details: { limit: { option: "missionTimeoutMs", value: 100 } },
      },
    });
  });

  test("that is over asks no model", async () => {
    const clock = new ManualClock();
    const deadline = endAbove(clock, { timeoutMs: 100 });
    await clock.pass(100);
    const { step, llm } = await below({ deadline }, { options: { clock } });
    expect(step).toMatchObject({ ok: false, fail: { reason: "mission_timeout" } });
    expect(llm.requests).toEqual([]);
  });

  test("is not the reason where the mission above was cancelled", async () => {
    const stop = new AbortController();
    const { step } = waiting({ signal: stop.signal }, { missionTimeoutMs: 500 });
    await settled();
    stop.abort();
    expect(await step).toMatchObject({
      fail: {
        reason: "cancelled",
        message: "the mission that started this one was cancelled",
      },
    });
  });
});

describe("the model", () => {
  const scopeRun = (scope: Partial<MissionScope>, options: MissionOptions, llm?: string) =>
    new MissionRun(
      defineAgent({ prompt: "p", ...(llm === undefined ? {} : { llm }) }),
      missionOptions(options),
      { ...rootScope, ...scope },
    ).run();
  const llmRegistry = { small: () => "(return :small)" };

  test("is that of the run, else of the agent, else of the mission above", async () => {
    const llm = () => "(return :above)";
    expect(await scopeRun({ llm }, {})).toMatchObject({ return: "above" });
    expect(await scopeRun({ llm, llmRegistry }, {}, "small")).toMatchObject({ return: "small" });
    expect(await scopeRun({ llm }, { llm: () => "(return :run)" })).toMatchObject({
      return: "run",
    });
    expect(await scopeRun({}, {})).toMatchObject({ fail: { reason: "llm_required" } });
  });

  test("is found in the registry above where the run has none", async () => {
    expect(await scopeRun({ llmRegistry }, { llm: "small" })).toMatchObject({ return: "small" });
    expect(await scopeRun({ llmRegistry }, { llm: "small", llmRegistry: {} })).toMatchObject({
      fail: { reason: "llm_not_found" },
    });
  });
});

describe("model calls", () => {
  const overloaded = (): ScriptEntry => new ModelError({ kind: "overloaded" });
  const llmRetry = { maxAttempts: 5, baseDelayMs: 0 };

  test("are spent above, those that are sent again included", async () => {
    const spending = new Spending({ maxModelCalls: 5 });
    const { step } = await below(
      { spending },
      { script: ["1", overloaded(), "(return 1)"], llmRetry },
    );
    expect(step).toMatchObject({ ok: true, usage: { llmRequests: 3 } });
    expect(spending.requestsLeft).toBe(2);
  });

  test("end the mission where they are used up", async () => {
    const { step, llm } = await below(
      // One is kept for the mission above.
      { spending: new Spending({ maxModelCalls: 2 }) },
      { script: ["1", "(return 1)"] },
    );
    expect(llm.requests).toHaveLength(1);
    expect(step).toMatchObject({
      ok: false,
      fail: {
        reason: "budget_exceeded",
        message:
          "the model was not asked: the limit of 2 requests for the mission and those below it is used up (option maxModelCalls)",
        details: {
          kind: "budget_exceeded",
          limit: { option: "maxModelCalls", value: 2, unit: "requests" },
        },
      },
    });
  });

  test("that are used up send nothing again", async () => {
    const { step, llm } = await below(
      { spending: new Spending({ maxModelCalls: 3 }) },
      { script: [overloaded(), overloaded(), "(return 1)"], llmRetry },
    );
    expect(llm.requests).toHaveLength(2);
    expect(step).toMatchObject({ fail: { reason: "llm_error", details: { kind: "overloaded" } } });
  });
});
