// The failures, steps and events of child missions, as their parent has them.

import { describe, expect, test } from "vitest";
import type { TraceEvent } from "@ptc/core/contracts";
import { createScriptedModel } from "@ptc/llm";
import { asTool, defineAgent, run } from "../src/index.ts";
import { stepFromJson, stepToJson } from "../src/step-json/index.ts";
import { above, answering, counted, finder, type Asked } from "./child-mission.ts";
import { settled } from "./missions.ts";

describe("a child mission that fails", () => {
  const failing = { Find: '(fail {:reason :no_such_topic :message "gone" :id 7})' };

  test("a failed child mission fails the call with its reason and message", async () => {
    const { step } = await above('(return (tool/find {:topic "x"}))', { maxTurns: 1 }, failing);
    expect(step).toMatchObject({
      ok: false,
      fail: {
        reason: "tool_error",
        message: "tool/find failed: the mission failed: no_such_topic: gone",
        details: {
          data: { reason: "no_such_topic", message: "gone", kind: "fail", details: { id: 7 } },
        },
      },
      childSteps: [{ tool: "find", step: { ok: false, fail: { reason: "no_such_topic" } } }],
    });
  });

  test("programs can catch a failed child mission and read its message", async () => {
    const { step } = await above(
      '(return (try (tool/find {:topic "x"}) (catch Exception e (:data (ex-data e)))))',
      {},
      failing,
    );
    expect(step).toMatchObject({
      ok: true,
      return: { reason: "no_such_topic", details: { id: 7 } },
    });
  });
});

describe("the steps of child missions", () => {
  test("steps of child missions keep the order of the calls, however they end", async () => {
    const slow: (() => void)[] = [];
    const { llm } = answering({
      Do: '(return (pmap (fn [t] (:count (tool/find {:topic t}))) ["aaa" "bb" "c"]))',
      Find: () => new Promise((resolve) => slow.push(() => resolve(counted))),
    });
    const running = run("Do it.", { llm, tools: { find: asTool(finder()) } });
    await settled();
    for (const end of slow.toReversed()) {
      end();
      await settled();
    }
    const step = await running;
    expect(step).toMatchObject({ ok: true, return: [3, 2, 1] });
    expect(step.childSteps?.map(({ step: child }) => child.ok && child.return)).toEqual([
      { count: 3 },
      { count: 2 },
      { count: 1 },
    ]);
    const traces = step.childSteps?.map(({ step: { traceId } }) => traceId);
    expect(step.childTraces).toEqual(traces);
    expect(step.toolCalls.flatMap(({ childTraceIds }) => childTraceIds)).toEqual(traces);
    expect(step.parallelCalls[0]?.childTraceIds).toEqual(traces);
    expect(step.childSteps?.map(({ address }) => address)).toEqual(
      step.toolCalls.map(({ address }) => address),
    );
    expect(step.childSteps?.every(({ step: child }) => child.parentTraceId === step.traceId)).toBe(
      true,
    );
  });

  test("the usage of the mission includes its child missions and shows which is whose", async () => {
    const llm = createScriptedModel([
      { text: '(return (tool/find {:topic "a"}))', usage: { inputTokens: 100, outputTokens: 10 } },
      { text: counted, usage: { inputTokens: 7, outputTokens: 3 } },
    ]);
    const price = ({ inputTokens, outputTokens }: { inputTokens: number; outputTokens: number }) =>
      inputTokens + 10 * outputTokens;
    const step = await run("Do it.", { llm, price, tools: { find: asTool(finder()) } });
    expect(step.usage).toMatchObject({
      turns: 2,
      llmRequests: 2,
      toolCalls: 1,
      inputTokens: 107,
      outputTokens: 13,
      totalTokens: 120,
      cost: 237,
      children: { turns: 1, llmRequests: 1, toolCalls: 0, totalTokens: 10, cost: 37 },
    });
  });

  test("steps of child missions survive JSON at every depth", async () => {
    const middle = defineAgent({
      prompt: "Find with help {{topic}}.",
      signature: "(topic :string) -> {count :int}",
      tools: { find: asTool(finder()) },
    });
    const { step } = await above(
      '(return (tool/find {:topic "x"}))',
      { child: middle },
      { "Find with": "(return (tool/find {:topic data/topic}))" },
    );
    const grandchild = step.childSteps?.[0]?.step.childSteps?.[0]?.step;
    expect(grandchild).toMatchObject({ ok: true, return: { count: 1 } });
    const json: unknown = JSON.parse(JSON.stringify(stepToJson(step)));
    const read = await stepFromJson(json);
    expect(read.ok && JSON.parse(JSON.stringify(stepToJson(read.step)))).toEqual(json);
  });

  test("child steps that aren't steps are refused with their path", async () => {
    const { step } = await above('(return (tool/find {:topic "x"}))');
    const json = JSON.parse(JSON.stringify(stepToJson(step))) as {
      childSteps: { step: { traceId: unknown; childSteps?: unknown } }[];
    };
    const [child] = json.childSteps;
    if (child !== undefined) child.step.traceId = 5;
    expect(await stepFromJson(json)).toMatchObject({
      ok: false,
      message: expect.stringMatching(/childSteps\[0\]\.step: .*traceId/) as unknown,
    });
    let nested: object = json;
    for (let depth = 0; depth < 200; depth++)
      nested = { ...json, childSteps: [{ ...child, step: nested }] };
    expect(await stepFromJson(nested)).toMatchObject({
      ok: false,
      message: expect.stringContaining("nested too deep") as unknown,
    });
  });

  test("keeps the step of a tool function that ran an agent and returned its step", async () => {
    const { llm } = answering({ Do: "(return (:count (tool/look)))", Find: counted });
    const look = () => run(finder(), { llm, context: { topic: "four" } });
    const step = await run("Do it.", { llm, tools: { look } });
    expect(step).toMatchObject({
      ok: true,
      return: 4,
      childSteps: [{ tool: "look", step: { return: { count: 4 } } }],
      usage: { llmRequests: 2, children: { llmRequests: 1 } },
    });
  });
});

describe("events of child missions", () => {
  const recorded = async (options: Asked = {}) => {
    const events: TraceEvent[] = [];
    const { step } = await above('(return (tool/find {:topic "x"}))', {
      name: "boss",
      onEvent: (event) => void events.push(event),
      ...options,
    });
    return { events, step };
  };

  test("events of a child mission have a trace of their own, below the call that started it", async () => {
    const { events, step } = await recorded();
    const [child] = step.childTraces ?? [];
    const call = events.find(({ type }) => type === "tool-call-start");
    const end = events.find(({ type }) => type === "tool-call-end");
    expect(end).toMatchObject({ agent: "boss", data: { name: "find", childTraceIds: [child] } });
    expect(call).toMatchObject({ agent: "boss", traceId: step.traceId });
    const started = events.filter(({ type }) => type === "mission-start");
    expect(started).toMatchObject([
      { traceId: step.traceId, agent: "boss" },
      {
        traceId: child,
        agent: "finder",
        parentSpanId: call?.spanId,
        data: { parentTraceId: step.traceId, depth: 1 },
      },
    ]);
    expect(started[0]?.data).not.toHaveProperty("depth");
    const ofChild = events.filter(({ traceId }) => traceId === child).map(({ type }) => type);
    expect(ofChild).toEqual([
      "mission-start",
      "turn-start",
      "model-request-start",
      "model-request-end",
      "program-start",
      "program-end",
      "turn-end",
      "mission-end",
    ]);
  });

  test("a listener that throws doesn't break child missions", async () => {
    const { step } = await above('(return (tool/find {:topic "x"}))', {
      onEvent: () => {
        throw new Error("disk full");
      },
    });
    expect(step).toMatchObject({
      ok: true,
      childTraces: [expect.stringMatching(/^[0-9a-f]{32}$/)],
    });
  });
});

describe("hostile child missions", () => {
  test("ten thousand concurrent child missions reach a limit quickly", async () => {
    const { step, asked } = await above(
      "(return (count (pmap (fn [n] (try (tool/find {:topic (str n)}) (catch Exception e 0))) (range 1000))))",
      { maxTurns: 1 },
    );
    expect(step).toMatchObject({ ok: true, return: 1000 });
    expect(asked.length).toBe(20);
    const more = await above(
      "(return (count (pmap (fn [n] (tool/find {:topic (str n)})) (range 10000))))",
      { maxTurns: 1 },
    );
    expect(more.step).toMatchObject({ ok: false, fail: { reason: "branches_exceeded" } });
    expect(more.asked).toHaveLength(1);
  });

  test("names of prototype members work like other names", async () => {
    const agent = defineAgent({
      prompt: "Find it.",
      signature: "(constructor :string, toString :int?) -> {valueOf :string}",
    });
    const { llm } = answering({
      Do: '(return (:valueOf (tool/hasOwnProperty {:constructor "c"})))',
      Find: "(return {:valueOf data/constructor})",
    });
    const step = await run("Do it.", { llm, tools: { hasOwnProperty: asTool(agent) } });
    expect(step).toMatchObject({ ok: true, return: "c" });
  });

  test("values hidden from the parent's model are hidden from the child's model too", async () => {
    const { llm, asked } = answering({
      Do: "(return (tool/find {:topic (:_token (first data/rows))}))",
      Find: counted,
    });
    const sent: string[] = [];
    const step = await run("Do it.", {
      llm: (request) => {
        sent.push(JSON.stringify(request.messages));
        return llm(request);
      },
      tools: { find: asTool(finder({ firewall: { allow: ["_token"] } })) },
      context: { rows: [{ _token: "canary-4711" }] },
    });
    expect(step).toMatchObject({ ok: true, return: { count: 11 } });
    expect(asked[1]).toBe("Find <Firewalled>.");
    expect(sent.join("\n")).not.toContain("canary-4711");
  });
});
