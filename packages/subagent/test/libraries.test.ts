// Agents with libraries: the prompt, their programs, recordings, checkpoints and compiled programs.

import { createScriptedModel } from "@ptc/llm";
import { beforeAll, expect, test } from "vitest";
import { compileAgent, compiledAgentFromJson } from "../src/compiled/index.ts";
import {
  approve,
  asTool,
  createLibraries,
  createProgramTool,
  defineAgent,
  previewPrompt,
  resume,
  run,
  tool,
  type Agent,
  type Libraries,
} from "../src/index.ts";
import { createRunRecorder, readRunRecording, replay } from "../src/recording/index.ts";
import { languageCard } from "../src/text.ts";
import { fenced } from "./missions.ts";

const sources = {
  orders: `(ns orders "Orders of the shop.")
    (def limit 100)
    (defn- over [o] (> (:total o) limit))
    (defn large "Returns the large orders.\n  More about it." [orders] (filterv over orders))
    (defn refund [id] (tool/refund {:id id}))`,
};
const changedSources = { orders: sources.orders.replace("100", "10") };
const refund = tool({
  description: "Refunds.",
  signature: "(id :int) -> :int",
  needsApproval: true,
  execute: ({ id }) => id,
});
let libraries: Libraries;
let changed: Libraries;
beforeAll(async () => {
  libraries = await createLibraries(sources);
  changed = await createLibraries(changedSources);
});

const context = { orders: [{ total: 50 }, { total: 150 }] };
const agentWith = (given: Libraries, more: object = {}): Agent =>
  defineAgent({ prompt: "Which?", libraries: given, ...more });

test("the prompt lists the functions of libraries that the agent can call", () => {
  const plain = languageCard({});
  const card = languageCard({ libraries });
  const section = `## Libraries
Call these functions by their full names, such as (lib/f x), or begin a program with (ns app (:require [lib :as l])). (doc lib/f) returns the docstring.
orders: Orders of the shop.
- orders/limit
- (orders/large orders): Returns the large orders.`;
  expect(card).toContain(section);
  expect(card.replace(`\n\n${section}`, "")).toBe(plain);
  expect(languageCard({ libraries, tools: { refund } })).toContain("- (orders/refund id)");
  expect(createProgramTool({ libraries }).description).toContain(section);
});

test("the section for libraries is bounded", async () => {
  const many = await createLibraries({
    many: Array.from(
      { length: 200 },
      (_, index) => `(defn f${String(index)} "Does ${"much ".repeat(50)}" [x] x)`,
    ).join("\n"),
  });
  const card = languageCard({ libraries: many });
  const section = card.slice(card.indexOf("## Libraries"));
  expect(section.length).toBeLessThan(3_300);
  expect(section).toContain('There are more: (dir lib) lists a library, and (apropos "words")');
});

test("an agent without libraries has the same prompt as before", () => {
  const without = previewPrompt(defineAgent({ prompt: "Which?" }), { context: {} });
  expect(JSON.stringify(without)).not.toContain("ibraries");
});

test("programs of an agent use its libraries in every turn", async () => {
  const llm = createScriptedModel([
    fenced("(ns app (:require [orders :as o])) (def found (o/large data/orders)) (count found)"),
    fenced("(return {:count (count (orders/large data/orders)) :found found})"),
  ]);
  const step = await run(agentWith(libraries), { llm, context });
  expect(step).toMatchObject({ ok: true, return: { count: 1, found: [{ total: 150 }] } });
});

test("child agents have their own libraries", async () => {
  const child = defineAgent({
    prompt: "Child.",
    name: "child",
    signature: "() -> :any",
    llm: createScriptedModel([fenced("(return (orders/limit))"), fenced("(return 1)")]),
    maxTurns: 2,
  });
  const llm = createScriptedModel([fenced("(return (tool/child {}))")]);
  const step = await run(agentWith(libraries, { tools: { child: asTool(child) } }), { llm });
  expect(step).toMatchObject({ ok: true, return: 1 });
  expect(JSON.stringify(step.childSteps)).toContain("unknown symbol orders/limit");
});

test("only checked libraries are accepted", () => {
  expect(() => defineAgent({ prompt: "Which?", libraries: sources as never })).toThrow(
    "option `libraries`: expected the result of `await createLibraries({ … })`",
  );
});

test("a program tool runs programs with its libraries", async () => {
  const answer = await createProgramTool({ libraries }).run({
    program: "(orders/large [{:total 200}])",
  });
  expect(answer.text).toContain(":total 200");
});

test("a replay names a library that has changed if the run differs", async () => {
  const lines: string[] = [];
  const record = createRunRecorder({
    write: (line) => {
      lines.push(line);
    },
  });
  const llm = createScriptedModel([fenced("(return (count (orders/large data/orders)))")]);
  await run(agentWith(libraries), { llm, context, record });
  const recording = readRunRecording(lines.join("\n"));
  expect(recording.header.libraries).toEqual(libraries.versions);
  expect((await replay(agentWith(libraries), recording)).isSame).toBe(true);
  const same = await createLibraries({ orders: `${sources.orders} ; changed` });
  expect((await replay(agentWith(same), recording)).isSame).toBe(true);
  const { isSame, divergence } = await replay(agentWith(changed), recording);
  expect(isSame).toBe(false);
  expect(divergence?.message).toContain('(since the recording, the library "orders" has changed)');
});

test("a mission that waits continues only with the same libraries", async () => {
  const llm = createScriptedModel([fenced("(return (orders/refund 7))")]);
  const waiting = await run(agentWith(libraries, { tools: { refund } }), { llm });
  if (waiting.status !== "waiting") throw new Error("expected a waiting step");
  const decisions = Object.fromEntries(waiting.pending.map(({ id }) => [id, approve()]));
  await expect(
    resume(agentWith(changed, { tools: { refund } }), waiting.checkpoint, { decisions }),
  ).rejects.toThrow(/the library "orders" has changed since the checkpoint \([0-9a-f]{12}, now/);
  const step = await resume(agentWith(libraries, { tools: { refund } }), waiting.checkpoint, {
    decisions,
    llm,
  });
  expect(step).toMatchObject({ ok: true, return: 7 });
});

test("a compiled agent needs the libraries that its program names", async () => {
  const signature = "(orders [{total :int}]) -> :int";
  const agent = agentWith(libraries, { signature });
  const llm = createScriptedModel([fenced("(return (count (orders/large data/orders)))")]);
  const result = await compileAgent(agent, { llm, samples: [{ context, expected: 1 }] });
  if (!result.ok) throw new Error(result.fail.message);
  expect(result.compiled.needs.libraries).toEqual([["orders", libraries.get("orders")?.hash]]);
  expect(await result.compiled.run({ context })).toMatchObject({ ok: true, return: 1 });
  const json: unknown = JSON.parse(JSON.stringify(result.compiled));
  expect(compiledAgentFromJson(agent, json).ok).toBe(true);
  const other = compiledAgentFromJson(agentWith(changed, { signature }), json);
  expect(other).toMatchObject({ ok: false });
  expect(other.ok ? "" : other.message).toContain("the version of the library orders changed");
});
