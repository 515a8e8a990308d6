// The values that a child mission inherits from its parent. The scopes are made by hand.
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

/** Runs a mission as the child of another one. */
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

describe("the trace of a child mission", () => {
  const parent = { traceId: "a".repeat(32), spanId: "b".repeat(16) };

  test("a child mission has its own trace, below the span that started it", async () => {
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

  test("a failed step also has the parent's trace id, and keeps it in JSON", async () => {
    const { step } = await below({
      parent: { traceId: parent.traceId },
      depth: 9,
      maxDepth: 3,
    });
    expect(step).toMatchObject({ ok: false, parentTraceId: parent.traceId });
    const read = await stepFromJson(JSON.parse(JSON.stringify(stepToJson(step))));
    expect(read).toMatchObject({ ok: true, step: { parentTraceId: parent.traceId } });
  });

  test("a root mission has no parent trace id", async () => {
    const step = await run("p", { llm: () => "(return 1)" });
    expect(step).not.toHaveProperty("parentTraceId");
    expect(stepToJson(step)).not.toHaveProperty("parentTraceId");
  });
});

test("effects are addressed by the run of the scope, and at the root by the trace", async () => {
  const agent: Child = { tools: { now: () => 1 }, script: ["(return (tool/now))"] };
  const address = ({ toolCalls }: MissionStep) => toolCalls[0]?.address.run;
  expect(address((await below({ runId: "run/1/2" }, agent)).step)).toBe("run/1/2");
  const { step } = await below({}, agent);
  expect(address(step)).toBe(step.traceId);
});

describe("the depth of a child mission", () => {
  test("a mission beyond the maximum depth ends before its model is called", async () => {
    const { step, llm } = await below({ depth: 3, maxDepth: 2 });
    expect(step).toMatchObject({
      ok: false,
      turns: [],
      fail: {
        reason: "max_depth_exceeded",
        message:
          "agents are nested 3 deep, the maximum is 2 (option maxDepth): do this part of the work here",
      },
    });
    expect(step).not.toHaveProperty("usage");
    expect(llm.requests).toEqual([]);
    expect((await below({ depth: 2, maxDepth: 2 })).step.ok).toBe(true);
  });
});

describe("turns of a child mission", () => {
  test("are also spent in the parent, and the mission ends when the parent has none left", async () => {
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
          "the turns of the missions above are used up without an answer; the last program ran but returned no answer",
      },
      usage: { turns: 2 },
    });
    expect([turns.left, grandparent.left]).toEqual([0, 7]);
    expect(llm.requests[1]?.messages.at(-1)?.content).toContain("This is the last turn");
  });

  test("none are left if the parent has already used them up", async () => {
    const { step, llm } = await below({ turns: new Allowance(0) });
    expect(llm.requests).toEqual([]);
    expect(step).toMatchObject({
      ok: false,
      fail: {
        reason: "turn_budget_exhausted",
        message: expect.stringContaining("no turns were left at the start") as unknown,
      },
    });
  });

  test("the mission's own turn limit ends it as at the root", async () => {
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

  test("programs see the remaining turns, whichever mission spends them", async () => {
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

describe("the deadline of a child mission", () => {
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

  test("an earlier deadline of the parent ends the mission with the parent's reason", async () => {
    const { clock, step } = waiting({ timeoutMs: 100 }, { missionTimeoutMs: 500 });
    await settled();
    await clock.pass(100);
    expect(await step).toMatchObject({
      ok: false,
      fail: {
        reason: "mission_timeout",
        message: "the mission that started this one has timed out",
      },
    });
  });

  test("an earlier deadline of the mission ends it with its own reason", async () => {
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

  test("calls no model after the deadline", async () => {
    const clock = new ManualClock();
    const deadline = endAbove(clock, { timeoutMs: 100 });
    await clock.pass(100);
    const { step, llm } = await below({ deadline }, { options: { clock } });
    expect(step).toMatchObject({ ok: false, fail: { reason: "mission_timeout" } });
    expect(llm.requests).toEqual([]);
  });

  test("isn't the reason if the parent mission was canceled", async () => {
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

describe("the model of a child mission", () => {
  const scopeRun = (scope: Partial<MissionScope>, options: MissionOptions, llm?: string) =>
    new MissionRun(
      defineAgent({ prompt: "p", ...(llm === undefined ? {} : { llm }) }),
      missionOptions(options),
      { ...rootScope, ...scope },
    ).run();
  const llmRegistry = { small: () => "(return :small)" };

  test("comes from the run, else the agent, else the parent mission", async () => {
    const llm = () => "(return :above)";
    expect(await scopeRun({ llm }, {})).toMatchObject({ return: "above" });
    expect(await scopeRun({ llm, llmRegistry }, {}, "small")).toMatchObject({ return: "small" });
    expect(await scopeRun({ llm }, { llm: () => "(return :run)" })).toMatchObject({
      return: "run",
    });
    expect(await scopeRun({}, {})).toMatchObject({ fail: { reason: "llm_required" } });
  });

  test("is looked up in the parent's registry if the run has none", async () => {
    expect(await scopeRun({ llmRegistry }, { llm: "small" })).toMatchObject({ return: "small" });
    expect(await scopeRun({ llmRegistry }, { llm: "small", llmRegistry: {} })).toMatchObject({
      fail: { reason: "llm_not_found" },
    });
  });
});

describe("model calls of a child mission", () => {
  const overloaded = (): ScriptEntry => new ModelError({ kind: "overloaded" });
  const llmRetry = { maxAttempts: 5, baseDelayMs: 0 };

  test("are also spent in the parent, including retries", async () => {
    const spending = new Spending({ maxModelCalls: 5 });
    const { step } = await below(
      { spending },
      { script: ["1", overloaded(), "(return 1)"], llmRetry },
    );
    expect(step).toMatchObject({ ok: true, usage: { llmRequests: 3 } });
    expect(spending.requestsLeft).toBe(2);
  });

  test("end the mission when they are used up", async () => {
    const { step, llm } = await below(
      // One request is reserved for the parent mission.
      { spending: new Spending({ maxModelCalls: 2 }) },
      { script: ["1", "(return 1)"] },
    );
    expect(llm.requests).toHaveLength(1);
    expect(step).toMatchObject({
      ok: false,
      fail: {
        reason: "budget_exceeded",
        message:
          "the model was not called: the limit of 2 requests for the mission and those below it is used up (option maxModelCalls)",
        details: {
          kind: "budget_exceeded",
          limit: { option: "maxModelCalls", value: 2, unit: "requests" },
        },
      },
    });
  });

  test("prevent retries when they are used up", async () => {
    const { step, llm } = await below(
      { spending: new Spending({ maxModelCalls: 3 }) },
      { script: [overloaded(), overloaded(), "(return 1)"], llmRetry },
    );
    expect(llm.requests).toHaveLength(2);
    expect(step).toMatchObject({ fail: { reason: "llm_error", details: { kind: "overloaded" } } });
  });
});
