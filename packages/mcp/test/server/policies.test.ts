// Tests the policy of a server: programs, agents, and the words about approvals.

import { describe, expect, test } from "vitest";
import { createScriptedModel } from "@ptc/llm";
import { defineAgent } from "@ptc/subagent";
import { createMcpServer } from "../../src/server/index.ts";
import { connected } from "./connect.ts";
import { shop } from "./shop-tools.ts";

const policy = [
  { tool: "shop/orders", verdict: "allow" },
  { tool: "crm/*", verdict: "deny", message: "customers are private" },
] as const;

describe("the policy of a server", () => {
  test("allows, asks and denies the calls of programs", async () => {
    const { tools, calls } = shop();
    const { serverFor } = createMcpServer({ tools, policy });
    const { call } = await connected(1, serverFor("me"));
    const counted = await call("lisp_eval", { program: "(count (tool/shop/orders {}))" });
    expect(counted.json).toMatchObject({ status: "ok", value: 400 });
    const denied = await call("lisp_eval", {
      program: '(tool/shop/orders {}) (tool/crm/customer {:name "ann"})',
    });
    expect(JSON.stringify(denied.json)).toContain("customers are private");
    const asked = await call("lisp_eval", { program: "(tool/shop/refund {:id 1})" });
    expect(asked.json).toMatchObject({ status: "approval_required" });
    expect(calls.map(([name]) => name)).toEqual(["orders"]);
  });

  test("applies to agents, which can only narrow it", async () => {
    const { tools, calls } = shop();
    const clerk = defineAgent({
      prompt: "Find Ann.",
      signature: "() -> :string",
      tools,
      policy: [{ verdict: "allow" }],
      llm: createScriptedModel([
        '(return (try (str (tool/crm/customer {:name "ann"})) (catch Exception e (ex-message e))))',
      ]),
    });
    const agents = { clerk: { agent: clerk, description: "Finds customers." } };
    const { serverFor } = createMcpServer({ agents, policy });
    const { call } = await connected(1, serverFor("me"));
    const { json } = await call("run_agent", { agent: "clerk" });
    expect(json).toEqual({
      status: "ok",
      value: "the policy denies calls of tool/crm/customer: customers are private",
    });
    expect(calls).toEqual([]);
  });
});
