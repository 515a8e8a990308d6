import { OpenTelemetry } from "@ai-sdk/otel";
import { trace } from "@opentelemetry/api";
import { createProgramTool } from "@ptc/ai-sdk";
import { TraceScope } from "@ptc/core/contracts";
import { run as runProgram } from "@ptc/lisp";
import { generateText, registerTelemetry, stepCountIs } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import { expect, test } from "vitest";
import { telemetry, treeOf } from "./telemetry.ts";

const usage = {
  inputTokens: { total: 12, noCache: 12, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 4, text: 4, reasoning: 0 },
};

function modelOf(...answers: readonly object[]): MockLanguageModelV4 {
  return new MockLanguageModelV4({
    provider: "acme",
    modelId: "acme-large",
    doGenerate: answers.map((content) => ({
      content: [content],
      finishReason: {
        unified: "type" in content && content.type === "text" ? "stop" : "tool-calls",
        raw: "",
      },
      usage,
      warnings: [],
    })) as never,
  });
}

const made = telemetry();
trace.setGlobalTracerProvider(made.provider);
registerTelemetry(new OpenTelemetry());

test("programs of an AI SDK tool are below the AI SDK's own spans, in one trace", async () => {
  const program = createProgramTool({ tools: { look: () => 7 }, trace: made.sink });
  const before = made.spans().length;
  const { text } = await generateText({
    model: modelOf(
      {
        type: "tool-call",
        toolCallId: "1",
        toolName: "lisp_eval",
        input: JSON.stringify({ program: "(tool/look {})" }),
      },
      { type: "text", text: "seven" },
    ),
    prompt: "Look.",
    tools: { lisp_eval: program },
    stopWhen: stepCountIs(3),
  });
  expect(text).toBe("seven");
  const spans = made.spans().slice(before);
  expect(new Set(spans.map((span) => span.spanContext().traceId)).size).toBe(1);
  const tree = JSON.stringify(treeOf(spans));
  expect(tree).toContain('["execute_tool lisp_eval",["program","execute_tool look"]]');
  expect(tree).toContain("chat acme-large");
});

test("the AI SDK's spans are below the tool call that makes them", async () => {
  const before = made.spans().length;
  const step = await runProgram("(tool/ask {})", {
    tools: {
      ask: async () =>
        (await generateText({ model: modelOf({ type: "text", text: "hi" }), prompt: "Hi." })).text,
    },
    trace: new TraceScope({
      sink: made.sink,
      clock: { now: () => Date.now(), monotonic: () => 0 },
      random: Math.random,
      traceId: "3".repeat(32),
    }),
  });
  expect(step.ok && step.return).toBe("hi");
  const spans = made.spans().slice(before);
  expect(new Set(spans.map((span) => span.spanContext().traceId)).size).toBe(1);
  const call = made.span("execute_tool ask").spanContext().spanId;
  const agent = spans.find(({ name }) => name.startsWith("invoke_agent"));
  expect(agent?.parentSpanContext?.spanId).toBe(call);
});
