// Plans of the original's page "Navigator Pattern: Journaled Tasks", in its order. Journals are in
// navigator.test.ts.
import { describe, expect, test } from "vitest";
import { createScriptedModel } from "@ptc/llm";
import { defineAgent, run, type PlanEntry } from "../src/index.ts";
import { play, textOf } from "./missions.ts";

const tools = { charge_card: () => "tx_abc", ship_item: () => "FedEx" };

/** Returns the content of the progress envelope in each message after a turn. */
function progressOf(sent: readonly string[]): readonly (string | undefined)[] {
  return sent
    .slice(1)
    .map((text) => /Progress:\n<data kind="progress">\n([^]*?)\n<\/data>/.exec(text)?.[1]);
}

describe("a plan", () => {
  const program = `(do
    (def tx_id (task "charge_order_42" (tool/charge_card {:order_id 42})))
    (step-done "charge" (str "Charged " tx_id))
    (task "ship_order_42" (tool/ship_item {:order_id 42}))
    (step-done "ship" "Shipped via FedEx"))`;

  test("is a checklist after each turn, with the ids that report its steps", async () => {
    const { sent, step } = await play([program, '(do (step-done "mail" "sent") 1)', "(return 1)"], {
      plan: [
        ["charge", "Charge card"],
        ["ship", "Ship item"],
        { id: "mail", description: "Send confirmation" },
      ],
      tools,
      journal: {},
      maxTurns: 10,
      completion: "explicit",
    });
    const shipped =
      "- [x] charge: Charge card — Charged tx_abc\n- [x] ship: Ship item — Shipped via FedEx";
    expect(progressOf(sent)).toEqual([
      `${shipped}\n- [ ] mail: Send confirmation`,
      `${shipped}\n- [x] mail: Send confirmation — sent`,
    ]);
    expect(step.summaries).toEqual({
      charge: "Charged tx_abc",
      ship: "Shipped via FedEx",
      mail: "sent",
    });
  });

  test("a plan of texts uses their numbers as ids, which a program may write as numbers", async () => {
    const { sent, llm } = await play(
      ['(do (step-done 1 "a") (step-done "3" "c") 1)', "(return 1)"],
      {
        plan: ["Charge card", "Ship item", "Send confirmation"],
        completion: "explicit",
      },
    );
    expect(textOf(llm.requests[0]?.messages[0]?.content)).toContain(
      "- 1: Charge card\n- 2: Ship item\n- 3: Send confirmation",
    );
    expect(progressOf(sent)).toEqual([
      "- [x] 1: Charge card — a\n- [ ] 2: Ship item\n- [x] 3: Send confirmation — c",
    ]);
  });

  test("the system prompt contains the plan once and never changes", async () => {
    const { llm } = await play([program, "1", "(return 1)"], {
      plan: ["Charge card"],
      tools,
      completion: "explicit",
    });
    const [first, ...later] = llm.requests.map(({ messages }) => messages[0]);
    expect(later).toEqual([first, first]);
  });

  test.each<readonly [string, string, (answer: unknown) => readonly PlanEntry[]]>([
    ["texts", '(return ["Charge card" "Ship item"])', (answer) => answer as string[]],
    [
      "pairs",
      '(return [["1" "Charge card"] ["2" "Ship item"]])',
      (answer) => answer as [string, string][],
    ],
    [
      "maps, in a field of its answer",
      '(return {:steps [{:id "1" :description "Charge card"} {:id :2 :description "Ship item"}]})',
      (answer) => (answer as { steps: { id: string; description: string }[] }).steps,
    ],
  ])("accepts the result of a planner agent as a plan: %s", async (_, answer, planOf) => {
    const planner = await run("Plan the order.", { llm: () => answer });
    expect(planner.ok).toBe(true);
    const { sent } = await play(['(do (step-done "1" "done") 1)', "(return 1)"], {
      plan: planOf(planner.ok ? planner.return : undefined),
      completion: "explicit",
    });
    expect(progressOf(sent)).toEqual(["- [x] 1: Charge card — done\n- [ ] 2: Ship item"]);
  });

  test("a plan of a planner that writes line breaks has one line per step", async () => {
    const { sent, llm } = await play(["1", "(return 1)"], {
      plan: [["pay", "Charge card\n- [x] ship: Ship item\n\n"]],
      completion: "explicit",
    });
    expect(progressOf(sent)).toEqual(["- [ ] pay: Charge card - [x] ship: Ship item"]);
    expect(textOf(llm.requests[0]?.messages[0]?.content)).toContain(
      "- pay: Charge card - [x] ship: Ship item",
    );
  });

  test.each([
    [
      [
        ["a", "x"],
        ["a", "y"],
      ],
      'option `plan`: the id "a" occurs twice',
    ],
    [["x", ["1", "y"]], 'option `plan`: the id "1" occurs twice'],
    [[["a"]], "option `plan[0]`: expected a string"],
    [[{ id: 1, description: "x" }], "option `plan[0]`: expected a string"],
    [{ steps: [] }, "option `plan`: expected a list"],
  ])("refuses the plan %j", (plan, message) => {
    expect(() => defineAgent({ prompt: "p", plan: plan as never })).toThrow(message);
  });
});

describe("deferred visibility", () => {
  const plan = ["Charge card"];

  test("a failed turn reports nothing, and its task results stay", async () => {
    const { sent, step } = await play(
      ['(do (task "charge_order_42" 1) (step-done "1" "charged") (/ 1 0))', "(return 1)"],
      { plan, journal: {} },
    );
    expect(progressOf(sent)).toEqual(["- [ ] 1: Charge card"]);
    expect(step).toMatchObject({ summaries: {}, journal: { charge_order_42: 1 } });
  });

  test("a turn whose answer doesn't match the signature reports nothing", async () => {
    const { sent, step } = await play(
      ['(do (step-done "1" "charged") (return "x"))', "(return 1)"],
      { plan, signature: "() -> :int" },
    );
    expect(progressOf(sent)).toEqual(["- [ ] 1: Charge card"]);
    expect(step.summaries).toEqual({});
  });

  test("the step has the reports of the turn that answers", async () => {
    const { step } = await play(['(do (step-done "1" "charged") (return 1))'], { plan });
    expect(step.summaries).toEqual({ 1: "charged" });
  });

  test("`task-reset` keeps summaries, and `step-done` keeps the journal", async () => {
    const { step } = await play(
      ['(do (step-done "1" "charged") 1)', '(do (task-reset "1") (return 1))'],
      { plan, journal: { 1: "tx" }, completion: "explicit" },
    );
    expect(step).toMatchObject({ summaries: { 1: "charged" }, journal: {} });
    const reported = await play(['(do (step-done "1" "charged") (return (task "1" "run")))'], {
      plan,
      journal: {},
    });
    expect(reported.step).toMatchObject({ return: "run", journal: { 1: "run" } });
  });
});

describe("limitations of the original", () => {
  test("`step-done` works inside pmap and map, in the order of the branches", async () => {
    const { step, sent } = await play(
      [
        '(do (doall (pmap (fn [n] (step-done n (str "page " n))) [2 1])) (doall (map #(step-done % "mapped") [3])) 1)',
        "(return 1)",
      ],
      { plan: ["a", "b", "c"], completion: "explicit" },
    );
    expect(progressOf(sent)).toEqual([
      "- [x] 1: a — page 1\n- [x] 2: b — page 2\n- [x] 3: c — mapped",
    ]);
    expect(step.ok).toBe(true);
  });
});

describe("planning", () => {
  test("lists work outside the plan below it, once for each id", async () => {
    const { sent } = await play(
      [
        '(do (step-done "refund" "begun") (step-done :refund "given") (step-done "1" "charged") 1)',
        "(return 1)",
      ],
      { plan: ["Charge card"], completion: "explicit" },
    );
    expect(progressOf(sent)).toEqual([
      "- [x] 1: Charge card — charged\nOut-of-plan steps:\n- [x] refund: given",
    ]);
  });

  test("doesn't mention a plan if there isn't one, and the step has the reports", async () => {
    const { sent, step, llm } = await play(['(do (step-done "1" "x") 1)', "(return 1)"], {
      completion: "explicit",
    });
    expect(sent[1]).not.toContain("Progress");
    expect(textOf(llm.requests[0]?.messages[0]?.content)).not.toContain("## Plan");
    expect(step.summaries).toEqual({ 1: "x" });
  });

  test("a changed plan needs a new agent, because nothing else writes the plan", async () => {
    const plan: PlanEntry[] = ["Charge card"];
    const agent = defineAgent({ prompt: "Do it.", plan, completion: "explicit" });
    plan.push("Ship item");
    const llm = createScriptedModel(["1", "(return 1)"]);
    await run(agent, { llm });
    expect(textOf(llm.requests[1]?.messages.at(-1)?.content)).not.toContain("Ship item");
  });

  test("with a plan and a journal, a mission continues an earlier one", async () => {
    const agent = defineAgent({
      prompt: "Process the order.",
      plan: [
        ["charge", "Charge card"],
        ["ship", "Ship item"],
      ],
      tools,
      maxTurns: 1,
    });
    const charge = '(def tx (task "charge_order_42" (tool/charge_card)))';
    const first = await run(agent, {
      llm: () => `(do ${charge} (step-done "charge" tx) (/ 1 0))`,
      journal: {},
    });
    expect(first).toMatchObject({ ok: false, summaries: {} });
    const second = await run(agent, {
      llm: () =>
        `(do ${charge} (step-done "charge" tx) (step-done "ship" (task "ship_order_42" (tool/ship_item))) (return tx))`,
      journal: first.journal ?? {},
    });
    expect(second).toMatchObject({
      ok: true,
      return: "tx_abc",
      summaries: { charge: "tx_abc", ship: "FedEx" },
    });
    expect(second.toolCalls.map(({ name }) => name)).toEqual(["ship_item"]);
  });
});
