import { SpanKind, SpanStatusCode } from "@opentelemetry/api";
import { ModelError, createScriptedModel } from "@ptc/llm";
import { run as runProgram } from "@ptc/lisp";
import { asTool, defineAgent, run } from "@ptc/subagent";
import { TraceScope } from "@ptc/core/contracts";
import { describe, expect, test } from "vitest";
import { telemetry, tickingClock, treeOf } from "./telemetry.ts";

function fenced(program: string): string {
  return `\`\`\`clojure\n${program}\n\`\`\``;
}

const usage = { inputTokens: 12, outputTokens: 3, cachedInputTokens: 4 };

describe("the spans of a mission", () => {
  test("nest as agent, turns, requests, programs and tool calls, with the names of the conventions", async () => {
    const { sink, spans, span } = telemetry();
    const agent = defineAgent({
      name: "desk",
      prompt: "Add up the orders of {{customer}}.",
      signature: "(customer :string) -> :int",
      tools: { orders: () => [1, 2] },
    });
    const llm = createScriptedModel([
      { text: fenced("(def found (tool/orders {:customer data/customer})) (count found)"), usage },
      { text: fenced("(return (apply + found))"), usage },
    ]);
    const step = await run(agent, {
      llm,
      context: { customer: "Ada Lovelace" },
      trace: sink,
      clock: tickingClock(),
    });
    expect(step.ok && step.return).toBe(3);
    expect(treeOf(spans())).toEqual([
      [
        "invoke_agent desk",
        ["turn 1", "chat scripted", ["program", "execute_tool orders"]],
        ["turn 2", "chat scripted", "program"],
      ],
    ]);
    const chat = span("chat scripted");
    expect(chat.kind).toBe(SpanKind.CLIENT);
    expect(chat.attributes).toMatchObject({
      "gen_ai.operation.name": "chat",
      "gen_ai.provider.name": "scripted",
      "gen_ai.request.model": "scripted",
      "gen_ai.agent.name": "desk",
      "gen_ai.usage.input_tokens": 12,
      "gen_ai.usage.output_tokens": 3,
      "gen_ai.usage.cache_read.input_tokens": 4,
    });
    expect(span("execute_tool orders").attributes).toMatchObject({
      "gen_ai.operation.name": "execute_tool",
      "gen_ai.tool.name": "orders",
      "gen_ai.tool.type": "function",
      "gen_ai.tool.call.id": `${step.traceId}/1/0`,
      "ptc.tool.layer": "program",
    });
    expect(span("invoke_agent desk").attributes).toMatchObject({
      "gen_ai.operation.name": "invoke_agent",
      "gen_ai.agent.name": "desk",
      "gen_ai.provider.name": "scripted",
      "gen_ai.request.model": "scripted",
      "ptc.trace_id": step.traceId,
      "ptc.tools": ["orders"],
      "ptc.turns": 2,
    });
    const recorded = JSON.stringify(spans().map(({ attributes, status }) => [attributes, status]));
    expect(recorded).not.toContain("Ada");
    expect(recorded).not.toContain("def found");
  });

  test("report the kind of a failure, and its message only with contents", async () => {
    for (const captureContent of [false, true]) {
      const { sink, span, points } = telemetry({ captureContent });
      const step = await run("Fail.", {
        llm: createScriptedModel([fenced("(tool/broken {})"), fenced('(fail "no stock")')]),
        tools: {
          broken: () => {
            throw new Error("disk 7 is full");
          },
        },
        trace: sink,
      });
      expect(step.ok).toBe(false);
      const call = span("execute_tool broken");
      expect(call.attributes["error.type"]).toBe("tool_error");
      expect(call.status).toEqual({
        code: SpanStatusCode.ERROR,
        ...(captureContent ? { message: "disk 7 is full" } : {}),
      });
      expect(span("program").attributes["error.type"]).toBe("tool_error");
      expect(span("invoke_agent").attributes["error.type"]).toBe(
        step.ok ? undefined : step.fail.reason,
      );
      const measured = await points();
      expect(measured.filter(({ name }) => name === "ptc.tool.errors")).toEqual([
        {
          name: "ptc.tool.errors",
          attributes: {
            "gen_ai.tool.name": "broken",
            "gen_ai.tool.type": "function",
            "error.type": "tool_error",
          },
          value: 1,
        },
      ]);
    }
  });

  test("a retried model request links to the failed attempt", async () => {
    const { sink, named } = telemetry();
    const step = await run("Go.", {
      llm: createScriptedModel([
        new ModelError({ kind: "overloaded", message: "try later" }),
        fenced("(return 1)"),
      ]),
      trace: sink,
      clock: { ...tickingClock(), sleep: () => Promise.resolve() },
    });
    expect(step.ok).toBe(true);
    const [failed, second] = named("chat scripted");
    expect(failed?.attributes).toMatchObject({ "error.type": "overloaded" });
    expect(failed?.attributes["ptc.request.retry_in_ms"]).toBeGreaterThan(0);
    expect(second?.links.map(({ context, attributes }) => [context.spanId, attributes])).toEqual([
      [failed?.spanContext().spanId, { "ptc.link": "retry" }],
    ]);
  });

  test("a failed model request has the kind of its error and the provider's status", async () => {
    const { sink, span, points } = telemetry();
    const step = await run("Go.", {
      llm: createScriptedModel([new ModelError({ kind: "auth", status: 401, message: "no key" })]),
      trace: sink,
    });
    expect(step.ok).toBe(false);
    expect(span("chat scripted").attributes).toMatchObject({
      "error.type": "auth",
      "http.response.status_code": 401,
    });
    const measured = await points();
    const durations = measured.find(({ name }) => name === "gen_ai.client.operation.duration");
    expect(durations?.attributes["error.type"]).toBe("auth");
  });

  test("parallel branches link to the first branch, and a call to its child agent", async () => {
    const { sink, named, spans } = telemetry();
    const child = asTool(
      defineAgent({
        name: "child",
        prompt: "Double {{n}}.",
        description: "Doubles.",
        signature: "(n :int) -> :int",
      }),
    );
    const step = await run("Double all.", {
      llm: ({ messages }) =>
        Promise.resolve(
          fenced(
            JSON.stringify(messages).includes("Double all")
              ? "(return (pmap #(tool/child {:n %}) [1 2 3]))"
              : "(return (* 2 data/n))",
          ),
        ),
      tools: { child },
      trace: sink,
    });
    expect(step.ok && step.return).toEqual([2, 4, 6]);
    const calls = named("execute_tool child");
    const agents = named("invoke_agent child");
    expect(agents.map((agent) => agent.parentSpanContext?.spanId).sort()).toEqual(
      calls.map((call) => call.spanContext().spanId).sort(),
    );
    const reasons = calls.map(({ links }) => links.map((link) => link.attributes?.["ptc.link"]));
    expect(reasons.flat().sort()).toEqual(["child", "child", "child", "parallel", "parallel"]);
    expect(new Set(spans().map((span) => span.spanContext().traceId)).size).toBe(1);
  });

  test("a program without a mission is the outermost span", async () => {
    const { sink, spans, span } = telemetry();
    const trace = new TraceScope({
      sink,
      clock: tickingClock(),
      random: Math.random,
      traceId: "7".repeat(32),
    });
    await runProgram("(pmap #(tool/look {:id %}) [1 2])", { tools: { look: () => 1 }, trace });
    expect(treeOf(spans())).toEqual([["program", "execute_tool look", "execute_tool look"]]);
    expect(span("program").attributes).toMatchObject({
      "ptc.trace_id": "7".repeat(32),
      "ptc.program.tool_calls": 2,
    });
  });
});

test("metrics have the tokens and durations of agents, requests and tools", async () => {
  const { sink, points } = telemetry();
  await run(
    defineAgent({
      name: "desk",
      prompt: "Look.",
      signature: "() -> :int",
      tools: { look: () => 5 },
    }),
    {
      llm: createScriptedModel([{ text: fenced("(return (tool/look {}))"), usage }]),
      trace: sink,
      clock: tickingClock(),
    },
  );
  const measured = await points();
  const chat = {
    "gen_ai.operation.name": "chat",
    "gen_ai.provider.name": "scripted",
    "gen_ai.request.model": "scripted",
  };
  expect(
    measured
      .map(({ name, attributes, value }) => [name, attributes, (value as { sum: number }).sum])
      .filter(([name]) => name === "gen_ai.client.token.usage"),
  ).toEqual([
    ["gen_ai.client.token.usage", { ...chat, "gen_ai.token.type": "input" }, 12],
    ["gen_ai.client.token.usage", { ...chat, "gen_ai.token.type": "output" }, 3],
  ]);
  const durations = new Map(
    measured.map(({ name, attributes, value }) => [
      name,
      { attributes, sum: (value as { sum: number }).sum },
    ]),
  );
  expect(durations.get("gen_ai.client.operation.duration")?.attributes).toEqual(chat);
  expect(durations.get("gen_ai.execute_tool.duration")?.attributes).toEqual({
    "gen_ai.tool.name": "look",
    "gen_ai.tool.type": "function",
    "gen_ai.agent.name": "desk",
  });
  expect(durations.get("gen_ai.invoke_agent.duration")?.attributes).toEqual({
    "gen_ai.agent.name": "desk",
  });
  expect(durations.get("gen_ai.invoke_agent.duration")?.sum).toBeGreaterThan(0);
});
