// The option `output`: a schema of another library defines the answer of an agent.
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { defineAgent, previewPrompt, run } from "../src/index.ts";

const output = z.object({
  total: z.number().min(0).max(500).describe("what is due"),
  code: z.string().regex(/^[A-Z]{3}$/),
  id: z.union([z.string(), z.number()]),
  at: z.iso.datetime().transform((text) => text.slice(0, 4)),
});
const fitting = '{:total 20 :code "CHF" :id 7 :at "2026-05-01T00:00:00Z"}';

describe("a schema for the answer", () => {
  const agent = defineAgent({
    prompt: "How much?",
    signature: "(day :string) -> :any",
    output,
    maxTurns: 2,
  });
  const context = { day: "monday" };

  test("shows the schema in the prompt with its bounds, patterns, unions and descriptions", () => {
    const preview = previewPrompt(agent, context);
    const system = preview.ok ? preview.system : "";
    for (const feedback of [
      '"minimum":0',
      '"maximum":500',
      '"pattern":"^[A-Z]{3}$"',
      '"id":{"type":["string","number"]}',
      "what is due",
    ])
      expect(system).toContain(feedback);
    const text = previewPrompt(defineAgent({ prompt: "p", mode: "text", output }));
    expect(text.ok && text.system).toContain('"maximum":500');
  });

  test("converts the returned value to the answer with the types of the schema", async () => {
    const step = await run(agent, { llm: () => `(return ${fitting})`, context });
    if (!step.ok) expect.fail(step.fail.message);
    const { total, at, id }: { total: number; at: string; id: string | number } = step.return;
    expect([total, at, id]).toEqual([20, "2026", 7]);
  });

  test("tells the model which parts of its answer don't match, and asks again", async () => {
    const feedback: string[] = [];
    const step = await run(agent, {
      llm: ({ messages }) => {
        feedback.push(JSON.stringify(messages.at(-1)?.content));
        return feedback.length === 1
          ? `(return ${fitting.replace("20", "501").replace("CHF", "chf")})`
          : `(return ${fitting})`;
      },
      context,
    });
    expect(step.ok).toBe(true);
    expect(feedback[1]).toMatch(/total: .*500/);
    expect(feedback[1]).toMatch(/code: .*A-Z/);
  });

  test("checks JSON answers against the schema too", async () => {
    const json = { total: 20, code: "CHF", id: "x", at: "2026-05-01T00:00:00Z" };
    const answering = (answer: object) =>
      run("How much?", { mode: "text", output, maxTurns: 1, llm: () => JSON.stringify(answer) });
    const step = await answering(json);
    expect(step).toMatchObject({ ok: true, return: { ...json, at: "2026" } });
    expect(await answering({ ...json, total: -1 })).toMatchObject({
      ok: false,
      fail: { reason: "validation_error" },
    });
  });

  test("replaces the output type of a signature", () => {
    expect(() => defineAgent({ prompt: "p", signature: "() -> :int", output })).toThrow(
      "option `signature`: has an output, and so does the option `output`",
    );
  });
});
