import { createScriptedModel } from "@ptc/llm";
import { defineAgent, run } from "@ptc/subagent";
import { describe, expect, test } from "vitest";
import { telemetry } from "./telemetry.ts";

function fenced(program: string): string {
  return `\`\`\`clojure\n${program}\n\`\`\``;
}

const agent = defineAgent({
  name: "desk",
  prompt: "Greet {{name}}.",
  signature: "(name :string) -> {greeting :string}",
  tools: {
    customer: () => ({ name: "Ada", _token: "s3cret-value" }),
    leak: ({ token }) => `sent ${String(token)}`,
  },
});

async function traced(options: Parameters<typeof telemetry>[0]) {
  const made = telemetry(options);
  const step = await run(agent, {
    llm: createScriptedModel([
      fenced("(def c (tool/customer {})) (tool/leak {:token (:_token c)}) (println (:_token c)) 1"),
      fenced('(return {:greeting "Hello Ada"})'),
    ]),
    context: { name: "Ada" },
    trace: made.sink,
  });
  expect(step.ok).toBe(true);
  return made;
}

function recorded({ spans }: ReturnType<typeof telemetry>): string {
  return JSON.stringify(
    spans().map(({ name, attributes, status, events }) => [name, attributes, status, events]),
  );
}

describe("contents", () => {
  test("aren't recorded by default", async () => {
    const text = recorded(await traced({}));
    for (const content of ["Ada", "Hello", "println", "s3cret-value"])
      expect(text).not.toContain(content);
  });

  test("are recorded in the conventions' form, with firewalled values masked under any name", async () => {
    const made = await traced({ captureContent: true });
    const text = recorded(made);
    expect(text).not.toContain("s3cret-value");
    const leak = made.span("execute_tool leak").attributes;
    expect(JSON.parse(String(leak["gen_ai.tool.call.arguments"]))).toEqual({
      token: "<Firewalled>",
    });
    const customer = made.span("execute_tool customer").attributes;
    expect(JSON.parse(String(customer["gen_ai.tool.call.result"]))).toEqual({
      name: "Ada",
      _token: "<Firewalled>",
    });
    const [chat] = made.named("chat scripted");
    const messages: unknown = JSON.parse(String(chat?.attributes["gen_ai.input.messages"]));
    expect(messages).toEqual([
      { role: "system", parts: [{ type: "text", content: expect.any(String) as string }] },
      {
        role: "user",
        parts: [{ type: "text", content: expect.stringContaining("Greet Ada") as string }],
      },
    ]);
    expect(JSON.parse(String(chat?.attributes["gen_ai.output.messages"]))).toEqual([
      {
        role: "assistant",
        parts: [{ type: "text", content: expect.stringContaining("def c") as string }],
        finish_reason: "stop",
      },
    ]);
    const [program] = made.named("program");
    expect(program?.attributes["ptc.program.source"]).toContain("(def c");
    const mission = made.span("invoke_agent desk").attributes;
    expect(mission["gen_ai.output.messages"]).toContain("Hello Ada");
  });

  test("are bounded, and a long conversation keeps its last messages as JSON", async () => {
    const made = telemetry({ captureContent: true, maxAttributeLength: 300 });
    const text = `${"\u0001".repeat(50)}${"x".repeat(100_000)}`;
    await run(
      defineAgent({ prompt: "Read.", signature: "() -> :int", tools: { page: () => text } }),
      {
        llm: createScriptedModel([
          fenced("(println (tool/page {}))"),
          fenced("(def marker 1)"),
          fenced("(return 2)"),
        ]),
        trace: made.sink,
      },
    );
    const lengths = made
      .spans()
      .flatMap(({ attributes }) => Object.values(attributes))
      .map((value) => (typeof value === "string" ? value.length : 0));
    expect(Math.max(...lengths)).toBeLessThanOrEqual(300);
    const chats = made.named("chat scripted");
    for (const { attributes } of chats) {
      const messages = JSON.parse(String(attributes["gen_ai.input.messages"])) as unknown[];
      expect(messages.length).toBeGreaterThan(0);
    }
  });
});
