// Decisions about the calls of missions that wait, and rules that change between passes.

import { describe, expect, test } from "vitest";
import { stepFromJson, stepToJson } from "../../src/step-json/index.ts";
import {
  answer,
  approve,
  asTool,
  CheckpointError,
  defineAgent,
  deny,
  suspend,
  tool,
  type Decision,
  type Decisions,
  type Tool,
} from "../../src/index.ts";
import { approvals, missionOf, parsed, returned, waiting, type Scene } from "./waiting-mission.ts";

/** A tool `refund` whose calls wait, and the calls that reached it. */
function refunds(more: object = {}) {
  const made: unknown[] = [];
  const refund = tool({
    description: "Refunds.",
    signature: "(id :int, amount :float) -> {paid :float}",
    needsApproval: true,
    execute: ({ id, amount }) => {
      made.push([id, amount]);
      return { paid: amount };
    },
    ...more,
  });
  return { made, tools: { refund } };
}

const refunding = (form: string): Scene["script"] => ({ Do: [form, "(return :second)"] });
const oneRefund = refunding("(return (tool/refund {:id 7 :amount 120}))");

/** Runs a mission with one call that waits, decides about it, and resumes. */
async function decided(decision: Decision, script: Scene["script"] = oneRefund, more: object = {}) {
  const desk = refunds(more);
  const mission = missionOf({ script, tools: desk.tools, options: { collectMessages: true } });
  const step = waiting(await mission.run());
  const [call] = step.pending;
  const end = await mission.resume(step.checkpoint, { [call?.id ?? ""]: decision });
  return { end, step, mission, ...desk };
}

/** Returns a rejected decision's error, after which no call may have been made. */
async function refusal(decisions: Decisions | ((id: string) => Decisions), more: object = {}) {
  const desk = refunds(more);
  const mission = missionOf({ script: oneRefund, tools: desk.tools });
  const step = waiting(await mission.run());
  const id = step.pending[0]?.id ?? "";
  const error: unknown = await mission
    .resume(step.checkpoint, typeof decisions === "function" ? decisions(id) : decisions)
    .catch((thrown: unknown) => thrown);
  expect(desk.made).toEqual([]);
  expect(mission.notes.asked).toEqual(["Do 0"]);
  if (!(error instanceof CheckpointError)) throw new Error("it was accepted", { cause: error });
  // A refused decision changes nothing: the checkpoint can be resumed with another one.
  expect(returned(await mission.resume(step.checkpoint, { [id]: approve() }))).toEqual({
    paid: 120,
  });
  return { problem: error.problem, message: error.message.replaceAll(id, "ID") };
}

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

describe("a tool that suspends itself", () => {
  function jobs(more: object = {}) {
    const calls: string[] = [];
    let isDone = false;
    const job = tool({
      description: "Starts a job.",
      signature: "(id :int) -> {rows :int}",
      suspends: true,
      execute: async ({ id }, { callId }) => {
        await Promise.resolve();
        calls.push(callId);
        if (isDone) return { rows: id };
        throw suspend({ reason: "job runs", until: 9_000, data: { job: id, _key: "s" } });
      },
      ...more,
    });
    return {
      calls,
      tools: { job },
      done: () => {
        isDone = true;
      },
    };
  }
  const script = { Do: ["(return (:rows (tool/job {:id 4})))"] };
  const at = (now: number) => ({ options: { clock: { now: () => now, monotonic: () => 0 } } });

  test("waits with its reason, time and data, and continues with an answer", async () => {
    const { calls, tools } = jobs();
    const mission = missionOf({ script, tools });
    const step = waiting(await mission.run());
    expect(step.pending).toMatchObject([
      { tool: "job", reason: "job runs", until: 9_000, data: { job: 4, _key: "<Firewalled>" } },
    ]);
    const id = step.pending[0]?.id ?? "";
    await expect(mission.resume(step.checkpoint, { [id]: answer({ rows: "x" }) })).rejects.toThrow(
      `decisions["${id}"]: `,
    );
    expect(returned(await mission.resume(step.checkpoint, { [id]: answer({ rows: 12 }) }))).toBe(
      12,
    );
    expect(calls).toHaveLength(1);
  });

  test("shows data with names that begin with $ as they are, in every pass", async () => {
    const data = { $schema: "https://json-schema.org/draft/2020-12/schema", type: "string" };
    const ask = tool({
      description: "Asks.",
      signature: "(id :int) -> :string",
      suspends: true,
      execute: () => {
        throw suspend({ reason: "asks", data });
      },
    });
    const mission = missionOf({ script: { Do: ["(return (tool/ask {:id 4}))"] }, tools: { ask } });
    const first = waiting(await mission.run());
    const second = waiting(await mission.resume(first.checkpoint, {}));
    expect([first, second].map(({ pending }) => pending[0]?.data)).toEqual([data, data]);
  });

  test("says that it wasn't answered in time", async () => {
    const { tools } = jobs({ approvalTimeoutMs: 500 });
    const source = "(return (try (tool/job {:id 4}) (catch Exception e (ex-message e))))";
    const mission = missionOf({ script: { Do: [source] }, tools });
    const step = waiting(await mission.run(at(1_000)));
    const ended = await mission.resume(step.checkpoint, {}, at(2_000));
    expect(returned(ended)).toBe("the call was not answered in time");
  });

  test("is called again with an approval, and may wait again", async () => {
    const { calls, tools, done } = jobs();
    const mission = missionOf({ script, tools });
    const first = waiting(await mission.run());
    const second = waiting(await mission.resume(first.checkpoint, approvals(first)));
    expect(second.pending).toEqual(first.pending);
    const third = waiting(await mission.resume(second.checkpoint, {}));
    expect(calls).toHaveLength(2);
    done();
    expect(returned(await mission.resume(third.checkpoint, approvals(third)))).toBe(4);
    expect(new Set(calls).size).toBe(1);
    expect(calls).toHaveLength(3);
    expect(mission.notes.asked).toEqual(["Do 0"]);
  });

  test.each([{}, { checkpointKey: "a key of this application" }])(
    "continues after its time without a decision %o",
    async (keys) => {
      const { calls, tools, done } = jobs();
      const mission = missionOf({ script, tools });
      const step = waiting(await mission.run({ options: keys }));
      done();
      const passed = { options: { ...at(9_000).options, ...keys } };
      expect(returned(await mission.resume(step.checkpoint, {}, passed))).toBe(4);
      expect(calls).toHaveLength(2);
    },
  );

  test("beside an approval waits twice", async () => {
    const { calls, tools, done } = jobs({ needsApproval: true });
    const mission = missionOf({ script, tools });
    const first = waiting(await mission.run());
    expect(first.pending).toMatchObject([{ reason: "approval" }]);
    expect(calls).toEqual([]);
    const second = waiting(await mission.resume(first.checkpoint, approvals(first)));
    expect(second.pending).toMatchObject([{ reason: "job runs", id: first.pending[0]?.id }]);
    // Anyone could have written such a time into an unsigned checkpoint.
    const third = waiting(await mission.resume(second.checkpoint, {}, at(9_000)));
    done();
    expect(returned(await mission.resume(third.checkpoint, approvals(third)))).toBe(4);
    expect(calls).toHaveLength(2);
  });
});

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
