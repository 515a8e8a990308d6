// Decisions about the calls of missions that wait.

import { describe, expect, test } from "vitest";
import { stepFromJson, stepToJson } from "../../src/step-json/index.ts";
import { answer, approve, deny, tool, type Decision, type Decisions } from "../../src/index.ts";
import { decided, refunding, refunds, refusal } from "./refunds.ts";
import { approvals, missionOf, parsed, returned, waiting } from "./waiting-mission.ts";

describe("an approval", () => {
  test("executes the call as requested, once", async () => {
    const { end, made } = await decided(approve());
    expect(returned(end)).toEqual({ paid: 120 });
    expect(made).toEqual([[7, 120]]);
    expect(end.toolCalls).toMatchObject([
      { args: { id: 7, amount: 120 }, decision: { decision: "approved" } },
    ]);
  });

  test("with other arguments executes these, and the record has both", async () => {
    const { end, made } = await decided(approve({ arguments: { id: "7", amount: 90 } }));
    expect(returned(end)).toEqual({ paid: 90 });
    // The signature converts them like those of a program.
    expect(made).toEqual([[7, 90]]);
    expect(end.toolCalls).toMatchObject([
      {
        args: { id: 7, amount: 120 },
        result: { paid: 90 },
        decision: { decision: "edited", arguments: { amount: 90 } },
      },
    ]);
    const read = await stepFromJson(stepToJson(end));
    expect(read.ok && read.step.toolCalls).toEqual(end.toolCalls);
  });

  test.each([
    ["of a wrong type", { id: 7, amount: "much" }, "amount"],
    ["that are missing", { id: 7 }, "amount"],
    ["of another name", { id: 7, amount: 1, to: "me" }, "to"],
  ])("with arguments %s is refused, and nothing runs", async (_what, args, named) => {
    const { problem, message } = await refusal((id) => ({ [id]: approve({ arguments: args }) }));
    expect(problem).toBe("decision");
    expect(message).toMatch(/^decisions\["ID"\]: /);
    expect(message).toContain(named);
  });

  test("with other arguments leaves the cache as it would be without the call", async () => {
    const made: number[] = [];
    const row = tool({
      description: "Returns a row.",
      signature: "(id :int) -> :int",
      cache: true,
      needsApproval: ({ id }) => id < 5,
      execute: ({ id }) => {
        made.push(id);
        return id * 10;
      },
    });
    const mission = missionOf({
      script: {
        Do: ["(def a (tool/row {:id 1}))", "(return [a (tool/row {:id 1}) (tool/row {:id 9})])"],
      },
      tools: { row },
    });
    const step = waiting(await mission.run());
    const second = waiting(
      await mission.resume(step.checkpoint, {
        [step.pending[0]?.id ?? ""]: approve({ arguments: { id: 9 } }),
      }),
    );
    // The result of the edited call isn't that of the requested one, so that one is asked about.
    expect(second.pending.map(({ arguments: args }) => args)).toEqual([{ id: 1 }]);
    const end = await mission.resume(second.checkpoint, approvals(second));
    expect(returned(end)).toEqual([90, 10, 90]);
    expect(made).toEqual([9, 1]);
  });
});

describe("a denial", () => {
  test("can be caught, with its reason as data", async () => {
    const { end, made } = await decided(
      deny("over budget"),
      refunding(
        "(return (try (tool/refund {:id 7 :amount 120}) (catch Exception e [(ex-message e) (:data (ex-data e))])))",
      ),
    );
    expect(returned(end)).toEqual(["the call was denied: over budget", { reason: "denied" }]);
    expect(made).toEqual([]);
    expect(end.toolCalls).toMatchObject([{ decision: { decision: "denied" } }]);
  });

  test("that the program doesn't catch is an observation for the model", async () => {
    const { end, made } = await decided(deny("over budget"));
    expect(returned(end)).toBe("second");
    expect(made).toEqual([]);
    const observed = end.messages?.at(-2)?.content;
    expect(observed).toMatchInlineSnapshot(`
      "The program failed, and its definitions were not kept:
      <data kind="error">
      tool/refund failed: the call was denied: over budget (line 1, column 9)
      (return (tool/refund {:id 7 :amount 120}))
              ^
      hint: don't request the same call again: change it, or do without it; to continue with other items, catch the error: (try (tool/refund {…}) (catch Exception e (ex-message e))); if the mission can't be done without it, (fail "why")
      </data>
      Write the corrected program.
      4 turns are left."
    `);
  });

  test("isn't retried, and counts as a call", async () => {
    const { end, made } = await decided(
      deny(),
      refunding(
        "(return (try (tool/refund {:id 1 :amount 1}) (catch Exception e (ex-message e))))",
      ),
      { retries: 3 },
    );
    expect(returned(end)).toBe("the call was denied: no reason was given");
    expect(made).toEqual([]);
    expect(end.usage?.toolCalls).toBe(1);
  });
});

describe("an expiry", () => {
  const times = { needsApproval: true, approvalTimeoutMs: 1_000 };
  const script = refunding(
    "(return (try (tool/refund {:id 1 :amount 1}) (catch Exception e [(ex-message e) (:data (ex-data e))])))",
  );
  const at = (now: number) => ({ options: { clock: { now: () => now, monotonic: () => 0 } } });

  async function waitingFor() {
    const desk = refunds(times);
    const mission = missionOf({ script, tools: desk.tools, ...at(5_000) });
    const step = waiting(await mission.run());
    return { ...desk, mission, step, id: step.pending[0]?.id ?? "" };
  }

  test("fails the call after its time without a decision", async () => {
    const { made, mission, step } = await waitingFor();
    expect(step.pending[0]).toMatchObject({ askedAt: 5_000, expiresAt: 6_000 });
    const later = waiting(await mission.resume(step.checkpoint, {}, at(5_999)));
    expect(later.pending).toEqual(step.pending);
    const end = await mission.resume(later.checkpoint, {}, at(6_000));
    expect(returned(end)).toEqual(["the call was not approved in time", { reason: "expired" }]);
    expect(end.toolCalls).toMatchObject([{ decision: { decision: "expired" } }]);
    expect(made).toEqual([]);
  });

  test("refuses a late approval by name, and accepts a denial", async () => {
    const { made, mission, step, id } = await waitingFor();
    for (const decision of [approve(), answer({ paid: 1 })])
      await expect(mission.resume(step.checkpoint, { [id]: decision }, at(6_000))).rejects.toThrow(
        `decisions["${id}"]: the call of tool/refund has expired`,
      );
    const end = await mission.resume(step.checkpoint, { [id]: deny("no") }, at(9_000));
    expect(returned(end)).toEqual(["the call was denied: no", { reason: "denied" }]);
    expect(made).toEqual([]);
  });
});

describe("an answer", () => {
  test("is the result, and calls no tool", async () => {
    const { end, made } = await decided(answer({ paid: 3 }));
    expect(returned(end)).toEqual({ paid: 3 });
    expect(made).toEqual([]);
    expect(end.toolCalls).toMatchObject([{ decision: { decision: "answered" } }]);
  });

  test("that doesn't match the contract is refused", async () => {
    const { problem, message } = await refusal((id) => ({ [id]: answer({ paid: "no" }) }));
    expect(problem).toBe("decision");
    expect(message).toMatch(/^decisions\["ID"\]: .*paid/s);
  });
});

describe("decisions about other calls", () => {
  test.each<readonly [string, Decisions, string]>([
    [
      "of an unknown id",
      { nope: approve() },
      'decisions["nope"]: no call with this id waits; pending: ID',
    ],
    [
      "of the name __proto__",
      JSON.parse('{"__proto__":{"type":"approve"}}') as Decisions,
      "__proto__",
    ],
    [
      "of a wrong form",
      { x: { type: "yes" } as unknown as Decision },
      'decisions["x"] must be approve()',
    ],
    ["without a form", { x: null as unknown as Decision }, 'decisions["x"] must be approve()'],
  ])("%s are refused by name", async (_what, decisions, message) => {
    const refused = await refusal(decisions);
    expect(refused.problem).toBe("decision");
    expect(refused.message).toContain(message);
  });

  test("that have ended are refused by name, in each later pass", async () => {
    const desk = refunds();
    const mission = missionOf({
      script: { Do: ["(return (mapv (fn [i] (tool/refund {:id i :amount 1})) [1 2]))"] },
      tools: desk.tools,
    });
    const first = waiting(await mission.run());
    const second = waiting(await mission.resume(first.checkpoint, approvals(first)));
    const [ended, waits] = [first.pending[0]?.id ?? "", second.pending[0]?.id ?? ""];
    await expect(
      mission.resume(second.checkpoint, { [ended]: approve(), [waits]: approve() }),
    ).rejects.toThrow(`decisions["${ended}"]: this call has already ended; pending: ${waits}`);
    expect(desk.made).toEqual([[1, 1]]);
  });

  test("that were denied before are refused, too", async () => {
    const desk = refunds();
    const mission = missionOf({
      script: {
        Do: [
          "(return (mapv (fn [i] (try (tool/refund {:id i :amount 1}) (catch Exception e 0))) [1 2]))",
        ],
      },
      tools: desk.tools,
    });
    const first = waiting(await mission.run());
    const ended = first.pending[0]?.id ?? "";
    const second = waiting(await mission.resume(first.checkpoint, { [ended]: deny() }));
    await expect(mission.resume(second.checkpoint, { [ended]: approve() })).rejects.toThrow(
      `decisions["${ended}"]: this call has already ended`,
    );
    expect(desk.made).toEqual([]);
  });
});

test("a checkpoint can be resumed twice with different decisions, each as a run of its own", async () => {
  const desk = refunds();
  const mission = missionOf({
    script: {
      Do: ["(return (try (:paid (tool/refund {:id 1 :amount 8})) (catch Exception e 0)))"],
    },
    tools: desk.tools,
  });
  const step = waiting(await mission.run());
  const json = JSON.stringify(step.checkpoint);
  const id = step.pending[0]?.id ?? "";
  expect(returned(await mission.resume(parsed(json), { [id]: deny() }))).toBe(0);
  expect(returned(await mission.resume(parsed(json), { [id]: approve() }))).toBe(8);
  expect(desk.made).toEqual([[1, 8]]);
});
