// The examples and promises of the pattern of journaled tasks, in the order of its page: an agent
// is run again with a journal that says what is done.

import { createScriptedModel } from "@ptc/llm";
import { describe, expect, test } from "vitest";
import {
  asTool,
  defineAgent,
  journalEntry,
  readJournal,
  run,
  type AgentOptions,
  type AgentTools,
  type MissionOptions,
} from "../src/index.ts";
import { textOf } from "./missions.ts";

/** Runs programs as the answers of a model, and says which tools were called. */
async function navigate(
  programs: readonly string[],
  {
    journal,
    onEvent,
    ...agent
  }: Partial<AgentOptions> & Pick<MissionOptions, "journal" | "onEvent"> = {},
) {
  const calls: string[] = [];
  const noted =
    (name: string, answer: unknown) =>
    (args: Readonly<Record<string, unknown>>): unknown => {
      calls.push(`${name} ${JSON.stringify(args)}`);
      return answer;
    };
  const tools: AgentTools = {
    "get-data": noted("get-data", [1, 2, 3]),
    charge_card: noted("charge", "tx_abc"),
    ship_item: noted("ship", "px_1"),
    broken: () => {
      throw new Error("no connection");
    },
    ...agent.tools,
  };
  const llm = createScriptedModel(programs);
  const step = await run(defineAgent({ prompt: "Do it.", maxTurns: 5, ...agent, tools }), {
    llm,
    ...(journal === undefined ? {} : { journal }),
    ...(onEvent === undefined ? {} : { onEvent }),
  });
  return {
    step,
    calls,
    system: textOf(llm.requests[0]?.messages[0]?.content),
    told: llm.requests.map(({ messages }) => textOf(messages.at(-1)?.content)),
  };
}

const charge = '(task "charge_order_42" (tool/charge_card {:order_id 42}))';
const ship = '(task "ship_order_42" (tool/ship_item {:order_id 42}))';

describe("the core idea", () => {
  test("a task is recorded, and answered from the journal when the agent is run again", async () => {
    const program = '(return (task "fetch-data" (tool/get-data)))';
    const first = await navigate([program], { journal: {} });
    expect(first.step).toMatchObject({ ok: true, journal: { "fetch-data": [1, 2, 3] } });
    const again = await navigate([program], { journal: first.step.journal ?? {} });
    expect(again.step).toMatchObject({ ok: true, return: [1, 2, 3] });
    expect([first.calls.length, again.calls.length]).toEqual([1, 0]);
  });

  test("a journal in the context is data, and a warning says so", async () => {
    const step = await run("Do it.", {
      llm: () => '(return (task "fetch-data" 1))',
      context: { journal: { "fetch-data": 7 } },
    });
    expect(step).toMatchObject({
      ok: true,
      return: 1,
      warnings: [
        "the program used task, but the option `journal` was not given: nothing was remembered",
        "`journal` in the context is ordinary data; the journal of tasks is the option `journal`",
      ],
    });
  });
});

describe("run, an event from outside, run again", () => {
  test("the three phases", async () => {
    const order = { signature: "() -> {status :keyword}" } as const;
    const first = await navigate([`(do ${charge} (return {:status :waiting}))`], {
      ...order,
      journal: {},
    });
    expect(first.step).toMatchObject({
      return: { status: "waiting" },
      journal: { charge_order_42: "tx_abc" },
    });
    const journal = { ...first.step.journal, payment_confirmed_42: true };
    const last = await navigate(
      [
        `(do ${charge} (task "payment_confirmed_42" nil) (task "ship_order_42" (tool/ship_item {:tx_id "tx_abc"})) (return {:status :shipped}))`,
      ],
      { ...order, journal },
    );
    expect(last.system).toContain('- charge_order_42: "tx_abc"\n- payment_confirmed_42: true');
    expect(last.step).toMatchObject({ return: { status: "shipped" } });
    expect(last.calls).toEqual(['ship {"tx_id":"tx_abc"}']);
  });

  test("what the application decides stands under the name that the prompt gives it", async () => {
    const journal = {
      ...journalEntry("manager_decision_bob_5000", { approved: true, at: new Date(0) }),
    };
    const { step } = await navigate(
      ['(return (:approved (task "manager_decision_bob_5000" nil)))'],
      { journal },
    );
    expect(step).toMatchObject({ ok: true, return: true });
    expect(readJournal(step.journal ?? {})).toEqual({
      manager_decision_bob_5000: { approved: true, at: new Date(0) },
    });
  });
});

describe("ids", () => {
  test("the model is asked for such that say what is done, and told where one does not", async () => {
    const { system, told } = await navigate(['(task "step_1" (tool/get-data))', "(return 1)"], {
      journal: {},
    });
    expect(system).toContain('An id says what is done and to what, never "step_1".');
    expect(told[1]).toContain("step_1");
    expect(told[1]).toMatch(/say what|says what/);
  });

  test("are keywords, numbers and texts by one spelling, and never empty", async () => {
    const { step, calls } = await navigate(
      ['(return [(task :pay (tool/get-data)) (task "pay" 0) (task 7 1) (task "7" 2)])'],
      { journal: {} },
    );
    expect(step).toMatchObject({
      return: [[1, 2, 3], [1, 2, 3], 1, 1],
      journal: { pay: [1, 2, 3], "7": 1 },
    });
    expect(calls).toHaveLength(1);
    const empty = await navigate(['(task "" 1)'], { journal: {}, maxTurns: 1 });
    expect(empty.step).toMatchObject({
      ok: false,
      fail: { message: expect.stringContaining("expected an id, got an empty string") as string },
    });
  });

  test.each([
    [
      "nested tasks are each recorded",
      '(task "process_order" (do (task "charge_1" (tool/charge_card)) (task "ship_1" (tool/ship_item))))',
      ["charge_1", "ship_1", "process_order"],
    ],
    [
      "tasks in closures are recorded",
      '(mapv (fn [n] (task (str "ship_" n) (tool/ship_item {:n n}))) [1 2])',
      ["ship_1", "ship_2"],
    ],
    [
      "tasks in branches are recorded",
      '(pmap (fn [n] (task (str "ship_" n) (tool/ship_item {:n n}))) [1 2])',
      ["ship_1", "ship_2"],
    ],
  ])("%s", async (_, program, ids) => {
    const { step } = await navigate([program, "(return 1)"], { journal: {} });
    expect(Object.keys(step.journal ?? {}).toSorted()).toEqual(ids.toSorted());
    const again = await navigate([program, "(return 1)"], { journal: step.journal ?? {} });
    expect(again.calls).toEqual([]);
  });

  test("a task of an agent that is a tool stands in the same journal", async () => {
    const child = defineAgent({
      prompt: "Ship.",
      signature: "() -> :string",
      tools: { go: () => "px_2" },
    });
    const step = await run(defineAgent({ prompt: "Lead.", tools: { child: asTool(child) } }), {
      llm: ({ messages }) =>
        JSON.stringify(messages).includes("Lead.")
          ? "(return (tool/child))"
          : '(return (task "ship_42" (tool/go)))',
      journal: {},
    });
    expect(step).toMatchObject({ return: "px_2", journal: { ship_42: "px_2" } });
  });
});

describe("progress with a plan", () => {
  const listed = [
    ["charge", "Charge card"],
    ["ship", "Ship item"],
    ["mail", "Send confirmation"],
  ] as const;

  test("is a checklist of the feedback, with ids, and the system prompt stays as it is", async () => {
    const { told, step } = await navigate(
      [
        `(do ${charge} (step-done "charge" "Charged tx_abc") ${ship} (step-done "ship" "Shipped via FedEx") 1)`,
        "(return 1)",
      ],
      { journal: {}, plan: listed },
    );
    expect(told[1]).toContain('Progress:\n<data kind="progress">');
    expect(told[1]).toContain(
      "- [x] charge: Charge card — Charged tx_abc\n- [x] ship: Ship item — Shipped via FedEx\n- [ ] mail: Send confirmation",
    );
    expect(step.summaries).toEqual({ charge: "Charged tx_abc", ship: "Shipped via FedEx" });
  });

  test("numbers the steps of a list of texts", async () => {
    const { system, told } = await navigate(['(step-done "2" "px_1") 1', "(return 1)"], {
      plan: ["Charge card", "Ship item"],
    });
    expect(system).toContain("- 1: Charge card\n- 2: Ship item");
    expect(told[1]).toContain("- [ ] 1: Charge card\n- [x] 2: Ship item — px_1");
  });

  test("takes objects, and what a planner agent answered", async () => {
    const planner = await run("Plan it.", {
      llm: () => '(return {:steps [{:id "a" :description "Ask"} "Build"]})',
      signature: "() -> {steps [:any]}",
    });
    const { steps } = (planner.ok ? planner.return : {}) as {
      steps: NonNullable<AgentOptions["plan"]>;
    };
    const { system } = await navigate(["(return 1)"], { plan: steps });
    expect(system).toContain("- a: Ask\n- 2: Build");
  });

  test("shows work beside the plan, and counts nothing of a turn that failed", async () => {
    const { told, step } = await navigate(
      ['(step-done "charge" "early") (/ 1 0)', '(step-done "refund" "tx_9") 1', "(return 1)"],
      { plan: listed },
    );
    expect(told[1]).toContain("- [ ] charge: Charge card");
    expect(told[2]).toContain(
      "- [ ] mail: Send confirmation\nBesides the plan:\n- [x] refund — tx_9",
    );
    expect(step.summaries).toEqual({ refund: "tx_9" });
  });
});

describe("task-reset", () => {
  test("takes a result back, so that the task runs again, in a branch and in a closure too", async () => {
    const again = '(task-reset "fetch-users") (task "fetch-users" (tool/get-data))';
    for (const program of [
      `(do ${again})`,
      `(first (pmap (fn [_] ${again}) [1]))`,
      `(first (map (fn [_] ${again}) [1]))`,
    ]) {
      const { step, calls } = await navigate([`(return (do ${program}))`], {
        journal: { "fetch-users": [9] },
      });
      expect(step).toMatchObject({
        ok: true,
        return: [1, 2, 3],
        journal: { "fetch-users": [1, 2, 3] },
      });
      expect(calls).toHaveLength(1);
    }
  });

  test("leaves the summaries as they are", async () => {
    const { step } = await navigate(
      ['(do (step-done "a" "done") (task "a" 1) (task-reset "a") 1)', "(return 1)"],
      { journal: {}, plan: [["a", "A"]] },
    );
    expect(step).toMatchObject({ summaries: { a: "done" }, journal: {} });
  });

  test("and step-done in a branch count at the join, in the order of the branches", async () => {
    const { step } = await navigate(
      ['(do (pmap (fn [n] (step-done "a" (str n))) [1 2 3]) 1)', "(return 1)"],
      { plan: [["a", "A"]] },
    );
    expect(step.summaries).toEqual({ a: "3" });
  });
});

describe("failures", () => {
  test("what was done before stays, what failed is not recorded, and is tried again", async () => {
    const program = `(do ${charge} (task "call_bank_42" (tool/broken)))`;
    const { step, told } = await navigate(
      [program, `(do ${charge} (return (task "call_bank_42" 1)))`],
      { journal: {} },
    );
    expect(told[1]).toContain("no connection");
    expect(step).toMatchObject({
      ok: true,
      return: 1,
      journal: { charge_order_42: "tx_abc", call_bank_42: 1 },
    });
    const failed = await navigate(['(task "call_bank_42" (fail "closed"))'], { journal: {} });
    expect(failed.step).toMatchObject({ ok: false, fail: { message: "closed" }, journal: {} });
  });
});

describe("without a journal", () => {
  test("a task runs each time, and the step and the trace of its program warn", async () => {
    const warned: unknown[] = [];
    const { step, calls } = await navigate([`(do ${charge} ${charge} (return 1))`], {
      onEvent: (event) => {
        if (event.type === "program-end") warned.push(event.data.warnings);
      },
    });
    const warnings = [
      "the program used task, but the option `journal` was not given: nothing was remembered",
    ];
    expect(step).toMatchObject({ ok: true, warnings });
    expect(step).not.toHaveProperty("journal");
    expect(warned).toEqual([warnings]);
    expect(calls).toHaveLength(2);
  });

  test("the trace of a program without a warning has none", async () => {
    const ends: unknown[] = [];
    await navigate([`(return ${charge})`], {
      journal: {},
      onEvent: (event) => {
        if (event.type === "program-end") ends.push(event.data);
      },
    });
    expect(ends).toHaveLength(1);
    expect(ends[0]).not.toHaveProperty("warnings");
  });
});

describe("bad journals", () => {
  test.each([
    ["a list", [1], "option `journal`: expected results of tasks by id"],
    ["a text", "x", "option `journal`: expected results of tasks by id"],
    ["an empty id", { "": 1 }, "the id of a task is a text that is not empty"],
    ["a function", { a: () => 1 }, 'option `journal["a"]`: a function cannot be kept'],
    ["a symbol", { a: Symbol("s") }, 'option `journal["a"]`: a symbol cannot be kept'],
    ["data that contains itself", { a: circular() }, 'option `journal["a"]`: '],
  ])("%s is refused before a model is asked", async (_, journal, message) => {
    await expect(navigate(["(return 1)"], { journal: journal as never })).rejects.toThrow(message);
  });

  test.each([
    ["an unknown tag", { a_1: { $what: 1 } }],
    ["a set that is none", { a_1: { $set: 4 } }],
    ["an integer that is none", { a_1: { $integer: "12x" } }],
    ["a function that cannot be read", { a_1: { $function: { source: "(fn" } } }],
  ])(
    "with %s, a task that asks for it is told, and the journal stays as it was",
    async (_, journal) => {
      const { step } = await navigate(['(return (task "a_1" 1))', '(return (task "b_2" 2))'], {
        journal,
      });
      expect(step.ok).toBe(true);
      expect(step.journal?.["a_1"]).toEqual(journal.a_1);
    },
  );

  test("names of prototypes are ids like any other", async () => {
    const { step } = await navigate(
      [
        '(return (mapv (fn [id] (task id (tool/get-data))) ["__proto__" "constructor" "toString"]))',
      ],
      { journal: JSON.parse('{"__proto__": 5}') as Record<string, unknown> },
    );
    expect(step).toMatchObject({ ok: true, return: [5, [1, 2, 3], [1, 2, 3]] });
    expect(Object.keys(step.journal ?? {})).toEqual(["__proto__", "constructor", "toString"]);
  });

  test("an entry of ten million characters costs a mission that does not ask for it nothing but its line", async () => {
    const { step, system } = await navigate(["(return (+ 1 1))"], {
      journal: { large_1: "x".repeat(10_000_000), small_2: 2 },
    });
    expect(step).toMatchObject({ ok: true, return: 2 });
    expect(system).toContain("small_2: 2");
    expect(system.length).toBeLessThan(20_000);
    const asked = await navigate(['(return (count (task "large_1" nil)))'], {
      journal: { large_1: "x".repeat(10_000_000) },
    });
    expect(asked.step).toMatchObject({ ok: true, return: 10_000_000 });
  });
});

function circular(): unknown {
  const value: Record<string, unknown> = {};
  value["self"] = value;
  return value;
}
