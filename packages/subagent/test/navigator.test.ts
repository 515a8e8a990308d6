// The original's page "Navigator Pattern: Journaled Tasks", example by example and in its order:
// journals, ids, and what a model sees of them. Plans are in navigator-plans.test.ts.
import type { TraceEvent } from "@ptc/core/contracts";
import { Keyword } from "@ptc/core/values";
import { describe, expect, test } from "vitest";
import { defineAgent, journalEntry, run, type MissionOptions } from "../src/index.ts";
import { play, textOf } from "./missions.ts";

/** The page's shop. Counts how often the card was charged and the item shipped. */
function shop() {
  const calls: string[] = [];
  const tools = {
    charge_card: ({ order_id }: Readonly<Record<string, unknown>>) => {
      calls.push(`charge ${String(order_id)}`);
      return "tx_abc";
    },
    ship_item: ({ tx_id }: Readonly<Record<string, unknown>>) => {
      calls.push(`ship ${String(tx_id)}`);
      return "shipped";
    },
    down: () => {
      throw new Error("no connection");
    },
  };
  return { calls, tools };
}

async function order(
  program: string,
  journal: MissionOptions["journal"],
  { tools, calls } = shop(),
) {
  const agent = defineAgent({
    prompt: "Process order {{order_id}}: charge card, then ship item",
    signature: "(order_id :int) -> {status :keyword}",
    tools,
    maxTurns: 5,
  });
  const asked: string[] = [];
  const step = await run(agent, {
    llm: ({ messages }) => {
      asked.push(messages.map(({ content }) => textOf(content)).join("\n"));
      return program;
    },
    context: { order_id: 42 },
    ...(journal === undefined ? {} : { journal }),
  });
  return { step, calls, asked };
}

const initial =
  '(do (task "charge_order_42" (tool/charge_card {:order_id 42})) (return {:status :waiting}))';
const again = `(do
  (task "charge_order_42" (tool/charge_card {:order_id 42}))
  (task "payment_confirmed_42" nil)
  (task "ship_order_42" (tool/ship_item {:tx_id "tx_abc"}))
  (return {:status :shipped}))`;

describe("core idea", () => {
  test("a task runs once, and a mission with the journal reads its result", async () => {
    let fetched = 0;
    const options = {
      llm: () => '(return (task "fetch-data" (tool/fetch)))',
      tools: { fetch: () => [++fetched, 2, 3] },
    };
    const first = await run("Fetch it.", { ...options, journal: {} });
    expect(first).toMatchObject({ ok: true, journal: { "fetch-data": [1, 2, 3] } });
    const saved = JSON.parse(JSON.stringify(first.journal)) as Readonly<Record<string, unknown>>;
    const second = await run("Fetch it.", { ...options, journal: saved });
    expect(second).toMatchObject({ ok: true, return: [1, 2, 3], journal: saved, toolCalls: [] });
    expect(fetched).toBe(1);
  });

  test("a journal in the context is data, and the step has a warning", async () => {
    const step = await run("Do it.", { llm: () => "(return 1)", context: { journal: { a: 1 } } });
    expect(step.warnings).toEqual([
      "`journal` in the context is ordinary data; to store task results, use the option `journal`",
    ]);
  });
});

describe("the re-run pattern", () => {
  test("phase 1: the initial run stores its work", async () => {
    const { step, calls } = await order(initial, {});
    expect(step).toMatchObject({
      ok: true,
      return: { status: "waiting" },
      journal: { charge_order_42: "tx_abc" },
    });
    expect(calls).toEqual(["charge 42"]);
  });

  test("phases 2 and 3: the application adds its decision, and only the rest runs", async () => {
    const { step: first } = await order(initial, {});
    const journal = { ...first.journal, payment_confirmed_42: true };
    const { step, calls, asked } = await order(again, journal);
    expect(asked[0]).toContain(
      '## Mission log\nThese tasks are done, with their results:\n<data kind="journal">\n- charge_order_42: "tx_abc"\n- payment_confirmed_42: true\n</data>',
    );
    expect(step).toMatchObject({
      ok: true,
      return: { status: "shipped" },
      journal: { ...journal, ship_order_42: "shipped" },
    });
    expect(calls).toEqual(["ship tx_abc"]);
  });

  test("never changes the given journal", async () => {
    const journal = Object.freeze({ charge_order_42: "tx_abc" });
    const { step } = await order(again, journal);
    expect(Object.keys(step.journal ?? {})).toHaveLength(3);
    expect(journal).toEqual({ charge_order_42: "tx_abc" });
  });
});

describe("task ids", () => {
  test("ids that contain the order don't match those of another order", async () => {
    const { calls } = await order(initial.replaceAll("42", "43"), { charge_order_42: "tx_abc" });
    expect(calls).toEqual(["charge 43"]);
  });

  test.each(["step_1", "task_a", "1"])(
    "stores ids such as %s and asks for more descriptive ones",
    async (id) => {
      const { step, sent } = await play([`(task "${id}" 1)`, "(return 1)"], { journal: {} });
      expect(step.journal).toEqual({ [id]: 1 });
      expect(sent[1]).toContain(`The id ${id} doesn't say what was done`);
    },
  );

  test("one id per effect keeps each result, whatever fails later", async () => {
    const { calls, tools } = shop();
    const { step } = await play(
      [
        '(do (task "charge_order_42" (tool/charge_card {:order_id 42})) (task "ship_order_42" (tool/down)))',
        '(do (task "charge_order_42" (tool/charge_card {:order_id 42})) (return (task "ship_order_42" (tool/ship_item {:tx_id 1}))))',
      ],
      { tools, journal: {} },
    );
    expect(step).toMatchObject({ ok: true, return: "shipped" });
    expect(calls).toEqual(["charge 42", "ship 1"]);
  });

  test("nested tasks store each level, and later the outer one suffices", async () => {
    const { calls, tools } = shop();
    const program =
      '(return (task "process_order_42" (do (task "charge_order_42" (tool/charge_card {:order_id 42})) (task "ship_order_42" (tool/ship_item {:tx_id 1})))))';
    const { step } = await play([program], { tools, journal: {} });
    expect(step.journal).toEqual({
      charge_order_42: "tx_abc",
      ship_order_42: "shipped",
      process_order_42: "shipped",
    });
    await play([program], { tools, journal: { process_order_42: "done" } });
    expect(calls).toEqual(["charge 42", "ship 1"]);
  });

  test("nested tasks keep the finished parts if the last part fails", async () => {
    const { tools } = shop();
    const { step } = await play(
      ['(task "process_order_42" (do (task "charge_order_42" "tx") (tool/down)))', "(return 1)"],
      { tools, journal: {} },
    );
    expect(step.journal).toEqual({ charge_order_42: "tx" });
  });

  test("reads a decision of the application by its shared name", async () => {
    const { step, sent } = await play(
      ['(return (= :approved (task "manager_decision_bob_5000" nil)))'],
      { journal: journalEntry("manager_decision_bob_5000", new Keyword("approved")) },
    );
    expect(step).toMatchObject({ ok: true, return: true });
    expect(sent).toHaveLength(1);
  });

  test("a missing decision runs the body, whose value becomes the decision", async () => {
    const { step } = await play(['(return (task "manager_decision_bob_5000" nil))'], {
      journal: {},
    });
    expect(step).toMatchObject({ ok: true, return: null });
    expect(step.journal).toEqual({ manager_decision_bob_5000: null });
  });
});

describe("clearing cached tasks", () => {
  test("`task-reset` makes a task run again", async () => {
    let users = 0;
    const { step } = await play(
      ['(do (task-reset "fetch-users") (return (task "fetch-users" (tool/get-users {}))))'],
      { tools: { "get-users": () => ++users + 10 }, journal: { "fetch-users": 1, kept: 2 } },
    );
    expect(step).toMatchObject({ ok: true, return: 11, journal: { "fetch-users": 11, kept: 2 } });
  });

  test("`task-reset` in a failed turn persists, as tasks do", async () => {
    const { step } = await play(['(do (task-reset "fetch-users") (/ 1 0))', "(return 1)"], {
      journal: { "fetch-users": 1 },
    });
    expect(step.journal).toEqual({});
  });
});

describe("tasks anywhere", () => {
  test.each([
    ["a closure of map", '(map (fn [n] (task (str "fetch_page_" n) (tool/page {:n n}))) [1 2 1])'],
    ["pmap", '(pmap (fn [n] (task (str "fetch_page_" n) (tool/page {:n n}))) [1 2 1])'],
    [
      "pcalls",
      '(pcalls #(task "fetch_page_1" (tool/page {:n 1})) #(task "fetch_page_2" (tool/page {:n 2})) #(task "fetch_page_1" (tool/page {:n 1})))',
    ],
  ])("tasks in %s run once for each id", async (_, expression) => {
    const pages: unknown[] = [];
    const page = ({ n }: Readonly<Record<string, unknown>>) => {
      pages.push(n);
      return Promise.resolve(n);
    };
    const { step } = await play([`(return (vec ${expression}))`], {
      tools: { page },
      journal: {},
    });
    expect(step).toMatchObject({ ok: true, return: [1, 2, 1] });
    expect(step.journal).toEqual({ fetch_page_1: 1, fetch_page_2: 2 });
    expect(pages).toEqual([1, 2]);
  });

  test("tasks are also reset immediately inside pmap", async () => {
    const { step } = await play(
      ['(do (doall (pmap task-reset ["fetch_a" "fetch_b"])) (return (task "fetch_a" 9)))'],
      { journal: { fetch_a: 1, fetch_b: 2 } },
    );
    expect(step).toMatchObject({ ok: true, return: 9, journal: { fetch_a: 9 } });
    expect(Object.keys(step.journal ?? {})).toEqual(["fetch_a"]);
  });
});

describe("failure semantics", () => {
  test.each([
    ["(fail {:reason :no_stock})", "no_stock"],
    ["(tool/down)", undefined],
    ["(/ 1 0)", undefined],
  ])("a body that ends in %s isn't stored, and earlier results are", async (end, reason) => {
    const { tools } = shop();
    const { step } = await play([`(do (task "charge_order_42" 1) (task "ship_order_42" ${end}))`], {
      tools,
      journal: {},
      maxTurns: 1,
    });
    expect(step.ok).toBe(false);
    expect(step.journal).toEqual({ charge_order_42: 1 });
    if (reason !== undefined) expect(step).toMatchObject({ fail: { reason } });
  });
});

describe("progressive enhancement", () => {
  test("`task` without a journal runs its body and warns on the step, in the trace and to the model", async () => {
    const events: TraceEvent[] = [];
    const { step, sent } = await play(
      ['(def a [(task "fetch_a" 1) (task "fetch_a" 2)])', '(return (task "fetch_a" a))'],
      { onEvent: (event) => events.push(event) },
    );
    const warning =
      "the program used task, but the option `journal` was not given: no result was stored";
    expect(step).toMatchObject({ ok: true, return: [1, 2], warnings: [warning, warning] });
    expect("journal" in step).toBe(false);
    expect(sent[1]).toContain(warning);
    const ends = events.filter(({ type }) => type === "program-end");
    expect(ends).toMatchObject([
      { data: { warnings: [warning] } },
      { data: { warnings: [warning] } },
    ]);
  });

  test("`task` with a journal causes no warning", async () => {
    const events: TraceEvent[] = [];
    const { step } = await play(['(return (task "fetch_a" 1))'], {
      journal: {},
      onEvent: (event) => events.push(event),
    });
    expect(step.warnings).toBeUndefined();
    expect(events.find(({ type }) => type === "program-end")?.data).not.toHaveProperty("warnings");
  });
});
