// How deep missions may be nested.

import { describe, expect, test } from "vitest";
import { asTool, defineAgent, run, selfTool, type Agent } from "../src/index.ts";
import { above, finder } from "./child-mission.ts";

describe("the depth of missions", () => {
  const part = defineAgent({
    prompt: "Add {{numbers}}.",
    signature: "(numbers [:int]) -> :int",
    tools: { part: selfTool },
    turnBudget: 50,
    maxDepth: 2,
  });
  const halves =
    "(let [n (count data/numbers)] (return (if (<= n 2) (reduce + 0 data/numbers) (reduce + (pmap (fn [half] (tool/part {:numbers half})) (partition-all (quot (inc n) 2) data/numbers))))))";

  test("an agent may call itself, with its own contract", async () => {
    const step = await run(part, {
      llm: () => halves,
      context: { numbers: [1, 2, 3, 4, 5, 6, 7, 8] },
    });
    expect(step).toMatchObject({ ok: true, return: 36, usage: { llmRequests: 7 } });
    expect(step.childSteps?.map(({ step: { childSteps } }) => childSteps?.length)).toEqual([2, 2]);
  });

  test("refuses a child mission below the deepest level, and the model sees what to do", async () => {
    const step = await run(part, {
      llm: () => "(return (tool/part {:numbers data/numbers}))",
      context: { numbers: [1] },
    });
    expect(step).toMatchObject({ ok: false });
    const deepest = step.childSteps?.[0]?.step.childSteps?.[0]?.step.childSteps?.[0]?.step;
    expect(deepest).toMatchObject({
      ok: false,
      turns: [],
      fail: {
        reason: "max_depth_exceeded",
        message:
          "agents are nested 3 deep, the maximum is 2 (option maxDepth): do this part of the work here",
      },
    });
  });

  test("programs can read the depth and the maximum depth", async () => {
    const { step } = await above("(return (:depth (budget/remaining)))", { maxDepth: 5 });
    expect(step).toMatchObject({ return: { current: 0, max: 5 } });
  });

  test("limits agents that contain each other", async () => {
    const tools = new Map<string, unknown>();
    const first = finder({ prompt: "First {{topic}}." });
    const second = finder({ tools: { other: asTool({ ...first, tools } as unknown as Agent) } });
    tools.set("other", second.tools.get("other"));
    const { step } = await above(
      '(return (tool/find {:topic "x"}))',
      { child: second, maxTurns: 1 },
      {
        Find: "(return (tool/other {:topic data/topic}))",
        First: "(return (tool/other {:topic data/topic}))",
      },
    );
    expect(step).toMatchObject({
      ok: false,
      fail: { message: expect.stringContaining("agents are nested 4 deep") as unknown },
    });
  });
});
