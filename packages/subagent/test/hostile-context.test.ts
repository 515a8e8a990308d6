// Contexts that are not plain data: what the first prompt and programs show of them.

import { describe, expect, test } from "vitest";
import { createScriptedModel } from "@ptc/llm";
import { defineAgent, previewPrompt, run } from "../src/index.ts";

function cyclicMap(): Map<string, unknown> {
  const map = new Map<string, unknown>();
  return map.set("self", map);
}

const contexts: readonly (readonly [string, () => Readonly<Record<string, unknown>>])[] = [
  [
    "an accessor that throws",
    () => ({
      get x(): never {
        throw new Error("no");
      },
    }),
  ],
  ["a Map that holds itself", () => ({ x: cyclicMap() })],
  ["a Map that holds itself, behind an object", () => ({ x: { y: cyclicMap() } })],
  [
    "an object that holds itself",
    () => {
      const x: Record<string, unknown> = {};
      x["x"] = x;
      return { x };
    },
  ],
  [
    "a revoked proxy",
    () => {
      const { proxy, revoke } = Proxy.revocable({}, {});
      revoke();
      return { x: proxy };
    },
  ],
  ["functions, symbols and undefined", () => ({ x: { f: () => 1, s: Symbol("s"), u: undefined } })],
  ["an array with holes", () => ({ x: Object.assign([], { length: 1000 }) })],
  [
    "names that objects inherit",
    () =>
      JSON.parse('{"x": {"__proto__": {"a": 1}, "constructor": 2}, "__proto__": 3}') as Readonly<
        Record<string, unknown>
      >,
  ],
];

test("memory that cannot be read is refused at once", async () => {
  await expect(
    run("What is it?", { llm: () => "(return 1)", memory: { x: cyclicMap() } }),
  ).rejects.toThrow("option `memory`: data is nested more than 512 levels deep");
});

describe.each(contexts)("a context with %s", (_title, contextOf) => {
  test("ends in a step, and its prompt can be shown", async () => {
    const agent = defineAgent({ prompt: "What is it?" });
    const step = await run(agent, {
      llm: createScriptedModel(["(println (count (str (type (:y data/other)))))", "(return 1)"]),
      context: contextOf(),
    });
    expect(step).toMatchObject({ ok: true, return: 1 });
    expect(previewPrompt(agent, contextOf()).ok).toBe(true);
  });

  test("may stand in a template", async () => {
    const agent = defineAgent({ prompt: "What is {{x}}? {{#x}}{{.}}{{/x}}" });
    const step = await run(agent, {
      llm: createScriptedModel(["(return 1)"]),
      context: contextOf(),
    });
    expect(step.ok ? "answered" : step.fail.reason).toMatch(/^(?:answered|template_error)$/);
  });
});
