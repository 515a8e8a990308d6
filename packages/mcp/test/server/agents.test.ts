// Tests `run_agent`: answers, progress, waits and mistakes.

import { describe, expect, test } from "vitest";
import { createScriptedModel } from "@ptc/llm";
import { defineAgent } from "@ptc/subagent";
import { createMcpServer } from "../../src/server/index.ts";
import { connected } from "./connect.ts";
import { shop, type Shop } from "./shop-tools.ts";

function withAgents(script: readonly string[]): Pick<Shop, "calls"> & {
  readonly server: ReturnType<typeof createMcpServer>;
} {
  const { tools, calls } = shop();
  const accountant = defineAgent({
    prompt: "Handle the order {{id}}.",
    signature: "(id :int) -> {text :string}",
    tools,
    llm: createScriptedModel(script),
  });
  const agents = { accountant: { agent: accountant, description: "Handles orders." } };
  return { server: createMcpServer({ agents }), calls };
}

describe.each([1, 2] as const)("a client of SDK version %i", (version) => {
  test("runs an agent, and gets its turns and tool calls as progress", async () => {
    const { server } = withAgents([
      "(count (tool/shop/orders {}))",
      '(return {:text (str "order " data/id)})',
    ]);
    const { call } = await connected(version, server.serverFor("me"));
    const progress: unknown[] = [];
    const given = { agent: "accountant", context: { id: 7 } };
    const { json } = await call("run_agent", given, {
      onprogress: ({ message }) => progress.push(message),
    });
    expect(json).toEqual({ status: "ok", value: { text: "order 7" } });
    expect(progress).toEqual(["turn 1", 'calls "shop/orders"', "turn 2"]);
  });

  test("decides about the calls of an agent", async () => {
    const { server, calls } = withAgents(["(return {:text (tool/shop/refund {:id data/id})})"]);
    const { call } = await connected(version, server.serverFor("me"));
    const { json } = await call("run_agent", { agent: "accountant", context: { id: 7 } });
    expect(json).toMatchObject({
      status: "approval_required",
      pending: [{ arguments: { id: 7 } }],
    });
    expect(calls).toEqual([]);
    const ids = (json["pending"] as readonly { readonly id: string }[]).map(({ id }) => id);
    const decided = await call("decide", { ids, decision: "approve" });
    expect(decided.json).toEqual({ status: "ok", value: { text: "refunded 7" } });
    expect(calls).toEqual([["refund", { id: 7 }]]);
  });
});

test("the tool run_agent is listed with its agents, and only if there are agents", async () => {
  const { server } = withAgents([]);
  const namesOf = async (made: typeof server): Promise<readonly string[]> => {
    const { client } = await connected(2, made.serverFor("me"));
    const { tools } = await client.listTools();
    return tools.map(({ name, description = "" }) => (name === "run_agent" ? description : name));
  };
  expect((await namesOf(server)).at(-1)).toBe(
    "Runs an agent and returns its answer:\n- accountant: Handles orders. (id :int) -> {text :string}",
  );
  expect((await namesOf(createMcpServer())).at(-1)).toBe("decide");
});

test("unknown agents, wrong contexts and failing agents give errors for the model", async () => {
  const { server } = withAgents(['(fail "no such order")']);
  const { call } = await connected(2, server.serverFor("me"));
  const errorOf = async (args: object): Promise<unknown> =>
    (await call("run_agent", args)).json["error"];
  expect(await errorOf({ agent: "acountant" })).toEqual({
    reason: "unknown_agent",
    message: 'there is no agent "acountant": did you mean `accountant`?',
  });
  expect(await errorOf({ agent: "accountant", context: { id: "x" } })).toMatchObject({
    message: expect.stringContaining("id: expected int") as string,
  });
  expect(await errorOf({ agent: "accountant", context: { id: 1 } })).toMatchObject({
    message: expect.stringContaining("no such order") as string,
  });
});
