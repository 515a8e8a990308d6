// Policies of agents: programs, native calls, child agents, caches and program tools.

import { createScriptedModel } from "@ptc/llm";
import { describe, expect, test } from "vitest";
import {
  approve,
  asTool,
  createProgramTool,
  defineAgent,
  resume,
  run,
  tool,
  type MissionStep,
  type Policy,
} from "../src/index.ts";
import { call, calls } from "./native-calls.ts";

function world() {
  const done: string[] = [];
  const note = (text: string): string => {
    done.push(text);
    return text;
  };
  const tools = {
    find: tool({
      signature: "(id :int) -> :string",
      effect: "read",
      cache: true,
      execute: ({ id }) => note(`find ${String(id)}`),
    }),
    pay: tool({
      signature: "(id :int, amount :float?) -> :string",
      effect: "write",
      execute: ({ id }) => note(`pay ${String(id)}`),
    }),
    drop: tool({
      signature: "(id :int) -> :string",
      effect: "destructive",
      execute: ({ id }) => note(`drop ${String(id)}`),
    }),
  };
  return { tools, done };
}

const noDrop: Policy = [
  { tool: "drop", verdict: "deny", message: "archive it instead" },
  { tool: "pay", arguments: { amount: { maximum: 100 } }, verdict: "allow" },
];

function pendingOf(step: MissionStep): readonly unknown[] {
  return step.status === "waiting" ? step.pending.map((each) => [each.tool, each.arguments]) : [];
}

describe("programs of an agent", () => {
  test("wait for calls that the policy asks about, and make the others", async () => {
    const { tools, done } = world();
    const agent = defineAgent({ prompt: "Pay.", tools, policy: noDrop });
    const llm = createScriptedModel([
      "(return [(tool/find {:id 1}) (tool/pay {:id 1 :amount 50}) (tool/pay {:id 2 :amount 500})])",
    ]);
    const step = await run(agent, { llm });
    expect(pendingOf(step)).toEqual([["pay", { id: 2, amount: 500 }]]);
    if (step.status !== "waiting") throw new Error("expected a waiting run");
    const [pending] = step.pending;
    const next = await resume(agent, step.checkpoint, {
      llm,
      decisions: { [pending?.id ?? ""]: approve() },
    });
    expect(next.ok && next.return).toEqual(["find 1", "pay 1", "pay 2"]);
    expect(done).toEqual(["find 1", "pay 1", "pay 2"]);
  });

  test("fail before they run if they certainly make a denied call, and the model reads why", async () => {
    const { tools, done } = world();
    const llm = createScriptedModel([
      "(do (tool/pay {:id 1 :amount 5}) (return (tool/drop {:id 1})))",
      '(return "archived")',
    ]);
    const step = await run("Clean up.", { llm, tools, policy: noDrop, maxTurns: 2 });
    expect(step.ok && step.return).toBe("archived");
    expect(done).toEqual([]);
    const [first] = step.turns;
    expect(first?.fail?.reason).toBe("policy_denied");
    expect(first?.fail?.message).toContain("archive it instead");
  });

  test("can't use a cached result of a call that is denied", async () => {
    const { tools, done } = world();
    const policy: Policy = [{ tool: "find", calls: { above: 1 }, verdict: "deny" }];
    const source = "(return [(tool/find {:id 1}) (try (tool/find {:id 1}) (catch Exception e 0))])";
    const step = await run("Find.", { llm: createScriptedModel([source]), tools, policy });
    expect(step.ok && step.return).toEqual(["find 1", 0]);
    expect(done).toEqual(["find 1"]);
  });

  test("are under the policy of the agent and that of the run", async () => {
    const { tools, done } = world();
    const agent = defineAgent({ prompt: "Pay.", tools, policy: noDrop });
    const source = "(return (try (tool/pay {:id 1 :amount 1}) (catch Exception e (ex-message e))))";
    const narrow: Policy = [{ tool: "pay", verdict: "deny", message: "not today" }];
    const step = await run(agent, { llm: createScriptedModel([source]), policy: narrow });
    expect(step.ok && step.return).toContain("not today");
    const wide: Policy = [{ verdict: "allow" }];
    const dropped = "(return (try (tool/drop {:id 1}) (catch Exception e (ex-message e))))";
    const other = await run(agent, { llm: createScriptedModel([dropped]), policy: wide });
    expect(other.ok && other.return).toContain("archive it instead");
    expect(done).toEqual([]);
  });
});

describe("native calls", () => {
  test.each(["text", "combined"] as const)("are under the policy in the mode %s", async (mode) => {
    const { tools, done } = world();
    const llm = createScriptedModel([
      calls(call("c1", "drop", { id: 1 }), call("c2", "find", { id: 3 })),
      calls(call("c3", "pay", { id: 2, amount: 500 })),
      "done",
    ]);
    const agent = defineAgent({ prompt: "Clean up.", tools, mode, policy: noDrop });
    const step = await run(agent, { llm });
    expect(pendingOf(step)).toEqual([["pay", { id: 2, amount: 500 }]]);
    expect(done).toEqual(["find 3"]);
    expect(step.toolCalls.map(({ name, error }) => [name, error?.includes("archive it")])).toEqual([
      ["drop", true],
      ["find", undefined],
    ]);
    if (step.status !== "waiting") throw new Error("expected a waiting run");
    const decisions = { [step.pending[0]?.id ?? ""]: approve() };
    const next = await resume(agent, step.checkpoint, { llm, decisions });
    expect(next.ok).toBe(true);
    expect(done).toEqual(["find 3", "pay 2"]);
  });
});

describe("child agents", () => {
  const child = (policy?: Policy) => {
    const { tools, done } = world();
    const agent = defineAgent({
      name: "refunds",
      prompt: "Do it.",
      signature: "(id :int) -> :any",
      tools,
      ...(policy === undefined ? {} : { policy }),
    });
    return { agent, done };
  };
  const childProgram =
    "(return (try (tool/drop {:id data/id}) (catch Exception e (ex-message e))))";

  test("can't allow what the policy above denies", async () => {
    const { agent, done } = child([{ verdict: "allow" }]);
    const llm = createScriptedModel(["(return (tool/sub {:id 1}))", childProgram]);
    const step = await run("Go.", { llm, tools: { sub: asTool(agent) }, policy: noDrop });
    expect(step.ok && step.return).toContain("archive it instead");
    expect(done).toEqual([]);
  });

  test("can deny what the policy above allows, and rules see their path", async () => {
    const { agent, done } = child([{ tool: "drop", verdict: "deny", message: "not here" }]);
    const llm = createScriptedModel(["(return (tool/sub {:id 1}))", childProgram]);
    const step = await run("Go.", {
      llm,
      tools: { sub: asTool(agent) },
      policy: [{ agent: "agent/refunds", verdict: "allow" }],
    });
    expect(step.ok && step.return).toContain("not here");
    expect(done).toEqual([]);
  });

  test("wait where the policy above asks", async () => {
    const { agent, done } = child();
    const llm = createScriptedModel(["(return (tool/sub {:id 1}))", childProgram]);
    const parent = defineAgent({ prompt: "Go.", tools: { sub: asTool(agent) }, policy: [] });
    const step = await run(parent, { llm });
    expect(pendingOf(step)).toEqual([["drop", { id: 1 }]]);
    if (step.status !== "waiting") throw new Error("expected a waiting run");
    const decisions = { [step.pending[0]?.id ?? ""]: approve() };
    const next = await resume(parent, step.checkpoint, { llm, decisions });
    expect(next.ok && next.return).toBe("drop 1");
    expect(done).toEqual(["drop 1"]);
  });
});

test("a program tool is under its policy", async () => {
  const { tools, done } = world();
  const programs = createProgramTool({ tools, policy: noDrop });
  const denied = await programs.run({ program: "(tool/drop {:id 1})" });
  expect(denied.text).toContain("archive it instead");
  const caught = await programs.run({
    program: "(try (tool/drop {:id (+ 1 0)}) (catch Exception e 0))",
  });
  expect(caught.text).toContain("0");
  expect(done).toEqual([]);
});

test("rejects a wrong policy and a wrong effect with their paths", () => {
  expect(() => defineAgent({ prompt: "x", policy: [{ tool: "a" }] as unknown as Policy })).toThrow(
    "policy[0].verdict",
  );
  const tools = { pay: { effect: "delete", execute: () => 1 } } as never;
  expect(() => defineAgent({ prompt: "x", tools })).toThrow("tools.pay.effect");
});
