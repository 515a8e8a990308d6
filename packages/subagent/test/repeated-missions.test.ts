// Missions with the same random numbers are the same, in whatever order their models answer.

import { randomStream } from "@ptc/core/internal/random";
import type { ModelRequest } from "@ptc/llm";
import { describe, expect, test } from "vitest";
import { asTool, defineAgent, llmTool, run } from "../src/index.ts";
import { fenced, textOf } from "./missions.ts";

const drawn = defineAgent({
  name: "drawn",
  prompt: "Draw for {{name}}.",
  signature: "(name :string) -> {name :string, number :int}",
});

const lead = defineAgent({
  prompt: "Lead.",
  signature: "-> [:map]",
  tools: {
    draw: asTool(drawn),
    lot: llmTool({
      prompt: "A word for {{name}}",
      signature: "(name :string) -> :any",
      jsonSignature: "{word :string}",
      responseTemplate: "(str {{word}} (rand-int 1000000))",
    }),
  },
});

const program = `(return (pmap (fn [name] {:drawn (tool/draw {:name name})
                            :lot (tool/lot {:name name})
                            :own (rand-int 1000000)}) ["a" "b" "c"]))`;

/** Runs missions whose model takes `delays` rounds of the event loop for each name. */
async function missions(delays: Readonly<Record<string, number>>, seed: number) {
  const llm = async ({ messages }: ModelRequest): Promise<string> => {
    const prompt = textOf(messages.find(({ role }) => role === "user")?.content);
    if (prompt.startsWith("Lead")) return fenced(program);
    const name = /for (?:<data[^>]*>\s*)?"?([abc])/.exec(prompt)?.[1] ?? "";
    for (let turn = 0; turn < (delays[name] ?? 0); turn++)
      await new Promise((resolve) => setTimeout(resolve, 0));
    return prompt.startsWith("A word")
      ? `{"word": "w"}`
      : fenced("(return {:name data/name :number (rand-int 1000000)})");
  };
  return await run(lead, { llm, random: randomStream(seed, "test") });
}

describe("child missions that run concurrently", () => {
  test("have the same random numbers and ids, whichever model answers first", async () => {
    const one = await missions({ a: 0, b: 3, c: 6 }, 0.1);
    const other = await missions({ a: 6, b: 3, c: 0 }, 0.1);
    expect(one.ok && one.return).toEqual(other.ok && other.return);
    expect(one.traceId).toBe(other.traceId);
    expect(one.childTraces).toEqual(other.childTraces);
    expect(one.childTraces).toHaveLength(6);
    expect(new Set(one.childTraces).size).toBe(6);
  });

  test("differ with other random numbers", async () => {
    const one = await missions({}, 0.1);
    const other = await missions({}, 0.2);
    expect(one.ok && one.return).not.toEqual(other.ok && other.return);
    expect(one.traceId).not.toBe(other.traceId);
  });
});

test("a retried call starts another mission, and both are kept with their own ids", async () => {
  const asked: string[] = [];
  const agent = defineAgent({
    prompt: "Lead.",
    tools: { draw: asTool(drawn, { retries: 1 }) },
  });
  const step = await run(agent, {
    random: () => 0,
    clock: { now: () => 0, monotonic: () => 0, sleep: () => Promise.resolve() },
    llm: async ({ messages }) => {
      const prompt = textOf(messages.find(({ role }) => role === "user")?.content);
      if (prompt.startsWith("Lead")) return fenced('(return (tool/draw {:name "a"}))');
      asked.push(prompt);
      await Promise.resolve();
      return fenced(asked.length === 1 ? "(fail :busy)" : '(return {:name "a" :number 1})');
    },
  });
  expect(step.ok && step.return).toEqual({ name: "a", number: 1 });
  const children = step.childSteps ?? [];
  expect(children.map(({ step: below }) => below.ok)).toEqual([false, true]);
  expect(new Set(children.map(({ step: below }) => below.traceId)).size).toBe(2);
  expect(step.childTraces).toEqual(children.map(({ step: below }) => below.traceId));
  expect(step.toolCalls[0]?.attempts).toBe(2);
});
