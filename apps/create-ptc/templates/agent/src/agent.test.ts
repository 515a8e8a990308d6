import assert from "node:assert/strict";
import test from "node:test";
import { createScriptedModel } from "@ptc/llm";
import { run } from "@ptc/subagent";
import { agent } from "./agent.ts";
import { recordedModel } from "./model.ts";
import { orders } from "./tools.ts";

test("the tool selects orders by status", async () => {
  const paid = await orders.execute({ status: "paid" });
  assert.deepEqual(
    paid.map(({ id }) => id),
    [2],
  );
});

test("the recorded programs find the customer", async () => {
  const step = await run(agent, { llm: recordedModel() });
  assert.ok(step.ok, step.ok ? "" : step.fail.message);
  assert.deepEqual(step.return, { customer: "ann", due: 200 });
  assert.ok(step.toolCalls.length > 0);
});

test("an answer of the wrong type doesn't leave the agent", async () => {
  const step = await run(agent, {
    llm: createScriptedModel(['(return {:customer "ann" :due "much"})']),
    maxTurns: 1,
  });
  assert.ok(!step.ok);
});
