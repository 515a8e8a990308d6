// Contexts that aren't plain data, as the first prompt and programs show them.

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

test("lists data that is too large to inspect by name", () => {
  const large = new Map(Array.from({ length: 500_000 }, (_, index) => [index, index]));
  const preview = previewPrompt(defineAgent({ prompt: "What is it?" }), {
    large,
    keys: Object.fromEntries(Array.from({ length: 200_000 }, (_, index) => [`k${index}`, index])),
    rows: Array.from({ length: 30 }, (_, id) => ({ id })),
  });
  expect(preview.ok && preview.system).toMatch(
    /data\/large {2}too large to describe\ndata\/keys {2}map of 200000\n[^]*data\/rows {2}vector of 30 maps\n/,
  );
  expect(preview.ok && preview.system.length).toBeLessThan(5_000);
});

test("many wide fields together take little room and time", { tags: "full" }, () => {
  const wide = (): unknown[] =>
    Array.from({ length: process.env["PTC_TESTS"] === undefined ? 10 : 50 }, () =>
      Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`column ${at}`, "x".repeat(300)])),
    );
  const context = Object.fromEntries(Array.from({ length: 120 }, (_, at) => [`f${at}`, wide()]));
  const cpu = process.cpuUsage();
  const preview = previewPrompt(defineAgent({ prompt: "What is it?" }), context);
  const { user, system } = process.cpuUsage(cpu);
  expect(preview.ok && preview.system).toContain("and 20 more");
  expect(preview.ok && preview.system.length).toBeLessThan(125_000);
  // Takes about a fifth of a second. Visiting all of the data would take much longer.
  expect((user + system) / 1e6).toBeLessThan(5);
});

test("refuses unreadable memory immediately", async () => {
  await expect(
    run("What is it?", { llm: () => "(return 1)", memory: { x: cyclicMap() } }),
  ).rejects.toThrow("option `memory`: data is nested more than 512 levels deep");
});

describe.each(contexts)("a context with %s", (_title, contextOf) => {
  test("a mission with a hostile context ends in a step, and its prompt can be previewed", async () => {
    const agent = defineAgent({ prompt: "What is it?" });
    const step = await run(agent, {
      llm: createScriptedModel([
        "(println (count (str (type (:y data/other)))))",
        "[(vec (range 1000)) data/x]",
        "(return 1)",
      ]),
      context: contextOf(),
    });
    expect(step).toMatchObject({ ok: true, return: 1 });
    expect(previewPrompt(agent, contextOf()).ok).toBe(true);
  });

  test("a hostile context may be used in a template", async () => {
    const agent = defineAgent({ prompt: "What is {{x}}? {{#x}}{{.}}{{/x}}" });
    const step = await run(agent, {
      llm: createScriptedModel(["(return 1)"]),
      context: contextOf(),
    });
    expect(step.ok ? "answered" : step.fail.reason).toMatch(/^(?:answered|template_error)$/);
  });
});
