// Approval rules of missions that wait, also ones that change between passes.

import { describe, expect, test } from "vitest";
import { approve, asTool, defineAgent, deny, type Tool } from "../../src/index.ts";
import { refunds } from "./refunds.ts";
import { approvals, missionOf, returned, waiting } from "./waiting-mission.ts";

test("a child mission that needs an approval doesn't begin before it", async () => {
  const desk = refunds();
  const child = asTool(
    defineAgent({
      prompt: "Work on {{id}}.",
      description: "Works.",
      signature: "(id :int) -> :any",
      tools: desk.tools,
    }),
    { needsApproval: true },
  );
  const mission = missionOf({
    script: {
      Do: ["(return (try (tool/child {:id 3}) (catch Exception e (ex-message e))))"],
      Work: ["(return (:paid (tool/refund {:id data/id :amount 5})))"],
    },
    tools: { child },
  });
  const first = waiting(await mission.run());
  expect(first.pending).toMatchObject([{ tool: "child", arguments: { id: 3 } }]);
  expect(mission.notes.asked).toEqual(["Do 0"]);
  const denied = await mission.resume(first.checkpoint, {
    [first.pending[0]?.id ?? ""]: deny("not now"),
  });
  expect(returned(denied)).toBe("the call was denied: not now");
  expect(mission.notes.asked).toEqual(["Do 0"]);
  const second = waiting(
    await mission.resume(first.checkpoint, {
      [first.pending[0]?.id ?? ""]: approve({ arguments: { id: 4 } }),
    }),
  );
  expect(second.pending).toMatchObject([{ tool: "refund", arguments: { id: 4 } }]);
  expect(returned(await mission.resume(second.checkpoint, approvals(second)))).toBe(5);
  expect(mission.notes.asked).toEqual(["Do 0", "Work 0"]);
});

describe("an approval rule", () => {
  const script = {
    Do: ["(return (mapv (fn [i] (tool/refund {:id i :amount 1})) [1 2]))", "(return :second)"],
  };
  type Rule = Tool["needsApproval"];

  async function withRules(first: Rule, second: Rule) {
    const desk = refunds({ needsApproval: first });
    const mission = missionOf({ script, tools: desk.tools });
    const step = waiting(await mission.run());
    const later = refunds({ needsApproval: second });
    return { desk, later, mission, step, more: { tools: later.tools } };
  }

  test("is asked once for each call, with its id", async () => {
    const asked: string[] = [];
    const { made, tools } = refunds({
      needsApproval: async ({ id }: { readonly id: number }, call: { readonly callId: string }) => {
        asked.push(`${String(id)} ${call.callId.slice(32)}`);
        await Promise.resolve();
        return true;
      },
    });
    const mission = missionOf({ script, tools });
    const first = waiting(await mission.run());
    const second = waiting(await mission.resume(first.checkpoint, approvals(first)));
    await mission.resume(second.checkpoint, approvals(second));
    expect(asked).toEqual(["1 /1/0", "2 /1/1"]);
    expect(made).toEqual([
      [1, 1],
      [2, 1],
    ]);
  });

  test.each([
    [
      "throws",
      () => {
        throw new Error("no rule");
      },
      "needsApproval failed: no rule",
    ],
    ["rejects", () => Promise.reject(new Error("no rule")), "needsApproval failed: no rule"],
    ["returns no boolean", () => "yes", "needsApproval failed: "],
  ])("that %s fails the call, also in the next pass", async (_what, rule, message) => {
    const failing = refunds({ needsApproval: rule });
    const other = refunds().tools.refund;
    const mission = missionOf({
      script: {
        Do: [
          "(return [(try (tool/refund {:id 1 :amount 1}) (catch Exception e (ex-message e))) (:paid (tool/other {:id 2 :amount 3}))])",
        ],
      },
      tools: { ...failing.tools, other },
    });
    const step = waiting(await mission.run());
    expect(step.pending).toMatchObject([{ tool: "other" }]);
    const end = await mission.resume(step.checkpoint, approvals(step));
    expect(returned(end)).toEqual([expect.stringContaining(message), 3]);
    expect(failing.made).toEqual([]);
  });

  test("that became weaker doesn't execute a pending call", async () => {
    for (const weaker of [false, () => false, async () => Promise.resolve(false)]) {
      const { later, mission, step, more } = await withRules(true, weaker);
      const again = waiting(await mission.resume(step.checkpoint, {}, more));
      expect(again.pending.map(({ id }) => id)).toEqual(step.pending.map(({ id }) => id));
      expect(later.made).toEqual([]);
      // Calls that weren't requested before follow the new rule.
      const end = await mission.resume(again.checkpoint, approvals(again), more);
      expect(returned(end)).toEqual([{ paid: 1 }, { paid: 1 }]);
    }
  });

  test("that became stricter doesn't hold an answered call again", async () => {
    const { desk, later, mission, step, more } = await withRules(
      ({ id }: Readonly<Record<string, unknown>>) => id === 2,
      true,
    );
    expect(desk.made).toEqual([[1, 1]]);
    const end = await mission.resume(step.checkpoint, approvals(step), more);
    expect(returned(end)).toEqual([{ paid: 1 }, { paid: 1 }]);
    expect(later.made).toEqual([[2, 1]]);
  });

  test("of a constant that became a function isn't asked about an answered call", async () => {
    const asked: unknown[] = [];
    const { mission, step } = await withRules(true, true);
    const second = waiting(await mission.resume(step.checkpoint, approvals(step)));
    const { tools } = refunds({
      needsApproval: ({ id }: Readonly<Record<string, unknown>>) => {
        asked.push(id);
        return true;
      },
    });
    const end = await mission.resume(second.checkpoint, approvals(second), { tools });
    expect(returned(end)).toEqual([{ paid: 1 }, { paid: 1 }]);
    expect(asked).toEqual([]);
  });
});
