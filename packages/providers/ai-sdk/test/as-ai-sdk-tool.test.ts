// Tests agents as tools of the AI SDK.

import { generateText, isStepCount } from "ai";
import { describe, expect, test } from "vitest";
import { defineAgent, type Agent, type MissionStep } from "@ptc/subagent";
import { asAiSdkTool, type AsAiSdkToolOptions } from "../src/index.ts";
import { ScriptedModel } from "./scripted-model.ts";

const doubling = defineAgent({
  prompt: "Double {{n}}.",
  description: "Doubles a number.",
  signature: "(n :int) -> {twice :int}",
  maxTurns: 1,
});

async function play(
  agent: Agent,
  input: unknown,
  options: AsAiSdkToolOptions = {},
): Promise<ScriptedModel> {
  const model = new ScriptedModel([[{ toolName: "ask", input }], "done"]);
  await generateText({
    model,
    prompt: "Do it.",
    tools: { ask: asAiSdkTool(agent, options) },
    stopWhen: isStepCount(3),
  });
  return model;
}

describe("asAiSdkTool", () => {
  test("describes its signature, runs a mission and returns the answer", async () => {
    const steps: MissionStep[] = [];
    const calls: string[] = [];
    const model = await play(
      doubling,
      { n: 21 },
      {
        llm: () => "(return {:twice (* 2 data/n)})",
        onStep: (step, { toolCallId }) => {
          steps.push(step);
          calls.push(toolCallId);
        },
      },
    );
    expect(model.requests[0]?.tools).toMatchObject([
      {
        name: "ask",
        description: "Doubles a number.",
        inputSchema: { properties: { n: { type: "integer" } }, required: ["n"] },
      },
    ]);
    expect(model.outputs(1)).toEqual([{ type: "text", value: '{"twice":42}' }]);
    expect(steps).toMatchObject([{ ok: true, return: { twice: 42 }, usage: { turns: 1 } }]);
    expect(calls).toEqual(["call_1_0"]);
  });

  test("throws an error with a bounded message if the mission fails", async () => {
    const agent = defineAgent({ prompt: "Do it.", signature: "() -> :int", maxTurns: 1 });
    const model = await play(agent, {}, { llm: () => `(fail "${"x".repeat(50_000)}")` });
    expect(model.outputs(1)).toMatchObject([{ type: "error-text" }]);
    expect(model.sent(1)).toContain("xxx");
    expect(model.sent(1).length).toBeLessThanOrEqual(2_100);
  });

  test("runs no mission if the input doesn't match the signature", async () => {
    let asked = 0;
    const model = await play(
      doubling,
      { n: "many" },
      {
        llm: () => {
          asked++;
          return "1";
        },
      },
    );
    expect(asked).toBe(0);
    expect(model.outputs(1)[0]?.type).toMatch(/^error/);
    expect(model.sent(1)).toContain("expected");
  });

  test("aborts the mission with the call", async () => {
    const host = new AbortController();
    let seen: AbortSignal | undefined;
    const tool = asAiSdkTool(doubling, {
      llm: ({ signal }) => {
        seen = signal;
        queueMicrotask(() => {
          host.abort(new Error("the user left"));
        });
        return new Promise(() => undefined);
      },
    });
    const call = { toolCallId: "1", messages: [], context: {}, abortSignal: host.signal };
    await expect(tool.execute({ n: 1 }, call)).rejects.toThrow("the user left");
    expect(seen?.aborted).toBe(true);
    await expect(tool.execute({ n: 1 }, call)).rejects.toThrow("the user left");
  });

  test("hides firewalled fields from the model, and passes the full answer to the host", async () => {
    const agent = defineAgent({
      prompt: "Do it.",
      signature: "() -> {n :int, _key :string, at :datetime}",
      maxTurns: 1,
    });
    const steps: MissionStep[] = [];
    const llm = (): string =>
      '(return {:n 1 :_key "secret-key" :at (Instant/parse "2026-01-02T03:04:05Z")})';
    const model = await play(agent, {}, { llm, onStep: (step) => steps.push(step) });
    expect(model.sent(1)).toBe('{"n":1,"_key":"<Firewalled>","at":"2026-01-02T03:04:05.000Z"}');
    expect(steps).toMatchObject([{ return: { _key: "secret-key" } }]);
    const allowed = await play(agent, {}, { llm, firewall: { allow: ["_key"] } });
    expect(allowed.sent(1)).toContain("secret-key");
  });

  test("shows part of a large answer as JSON", async () => {
    const agent = defineAgent({ prompt: "Do it.", signature: "() -> [:int]", maxTurns: 1 });
    const model = await play(
      agent,
      {},
      {
        llm: () => "(vec (range 5000))",
        resultMaxChars: 200,
      },
    );
    expect(model.sent(1).length).toBeLessThanOrEqual(200);
    expect(JSON.parse(model.sent(1))).toContainEqual(expect.stringMatching(/\d+ more/));
    const text = defineAgent({ prompt: "Do it.", signature: "() -> :string", maxTurns: 1 });
    const long = await play(text, {}, { llm: () => '(apply str (repeat 30000 "x"))' });
    expect(long.sent(1)).toMatch(/^x{20000}… \(10000 more characters\)$/);
  });

  test("rejects agents without a signature, and invalid options", () => {
    expect(() => asAiSdkTool(defineAgent({ prompt: "Do it." }))).toThrow("needs a signature");
    expect(() => asAiSdkTool(doubling, { resultMaxChars: 1 })).toThrow("resultMaxChars");
  });

  test("ignores errors of the listener", async () => {
    const model = await play(
      doubling,
      { n: 1 },
      {
        llm: () => "(return {:twice 2})",
        onStep: () => {
          throw new Error("listener");
        },
      },
    );
    expect(model.sent(1)).toBe('{"twice":2}');
  });
});
