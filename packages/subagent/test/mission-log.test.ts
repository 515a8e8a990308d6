// Journals in missions: what the model is shown of them, what applications write into them, and
// that no outcome loses them.
import { describe, expect, test } from "vitest";
import { createScriptedModel } from "@ptc/llm";
import {
  asTool,
  defineAgent,
  journalEntry,
  llmTool,
  previewPrompt,
  readJournal,
  run,
  type AgentOptions,
  type MissionOptions,
} from "../src/index.ts";
import { modeNames, traitsOf } from "../src/mode-traits/mode-table.ts";
import { fenced, textOf } from "./missions.ts";
import { call, calls } from "./native-calls.ts";

const charged = { charge_order_42: "tx_abc", payment_confirmed_42: true };

async function told(
  script: readonly string[],
  {
    journal = {},
    ...options
  }: Partial<Omit<AgentOptions, "llm" | "firewall">> & MissionOptions = {},
) {
  const llm = createScriptedModel(script.map((program) => fenced(program)));
  const step = await run("Ship the order.", { llm, journal, ...options });
  const messages = llm.requests.map((request) =>
    request.messages.map(({ content }) => textOf(content)),
  );
  return { step, messages, last: messages.at(-1)?.at(-1) ?? "" };
}

describe("the mission log", () => {
  const log =
    '## Mission log\nThese tasks are done, with what they answered:\n<data kind="journal">\n- charge_order_42: "tx_abc"\n- payment_confirmed_42: true\n</data>';

  test("stands in the system prompt, with how tasks are written", async () => {
    const { messages } = await told(["(return 1)"], { journal: charged });
    expect(messages[0]?.[0]).toContain(log);
    expect(messages[0]?.[0]).toContain('(task "charge_order_42" (tool/charge {…}))');
    expect(messages[0]?.[1]).toBe("Ship the order.");
  });

  test("stands in the first message of the user, or nowhere", async () => {
    const user = await told(["(return 1)"], { journal: charged, missionLog: "user" });
    expect(user.messages[0]?.[0]).not.toContain("## Mission log");
    expect(user.messages[0]?.[1]).toBe(`Ship the order.\n\n${log}`);
    const none = await told(["(return 1)"], { journal: charged, missionLog: "none" });
    expect(none.messages[0]?.join("")).not.toContain("## Mission log");
  });

  test("is not spoken of without a journal, and is empty at first", async () => {
    const llm = createScriptedModel(["(return 1)"]);
    await run("Ship it.", { llm });
    expect(textOf(llm.requests[0]?.messages[0]?.content)).not.toContain("(task ");
    const { messages } = await told(["(return 1)"]);
    expect(messages[0]?.[0]).toContain("(task ");
    expect(messages[0]?.[0]).not.toContain("## Mission log");
  });

  test("is shown by a preview as a run shows it, which refuses what a run refuses", async () => {
    const agent = defineAgent({ prompt: "Ship it." });
    const journal = { ...charged, at: new Date(0), limits: new Map([["ann", 5n ** 30n]]) };
    const preview = previewPrompt(agent, undefined, undefined, journal);
    const llm = createScriptedModel([fenced("(return 1)")]);
    await run(agent, { llm, journal });
    expect(preview.ok && preview.system).toBe(textOf(llm.requests[0]?.messages[0]?.content));
    expect(preview.ok && preview.system).toContain("- at: #inst");
    for (const [wrong, message] of [
      [new Map(), "pass Object.fromEntries(journal)"],
      [{ "": 1 }, "the id of a task is a text that is not empty"],
      [{ x: () => 1 }, 'option `journal["x"]`: a function cannot be kept'],
      [[], "option `journal`: expected results of tasks by id, got a list"],
    ] as const)
      expect(() => previewPrompt(agent, undefined, undefined, wrong as never)).toThrow(message);
  });

  test.each(modeNames)("stands where the agent wants it in the mode %s", async (mode) => {
    for (const tools of [{}, { look: () => 1 }])
      for (const missionLog of ["system", "user", "none"] as const) {
        const llm = createScriptedModel([
          traitsOf({ mode }).programsIn === "text" ? "(return 1)" : "1",
        ]);
        const step = await run("Ship it.", { llm, mode, tools, journal: charged, missionLog });
        expect(step.ok).toBe(true);
        const [system = "", user = ""] =
          llm.requests[0]?.messages.map(({ content }) => textOf(content)) ?? [];
        expect([system.includes(log), user.includes(log)]).toEqual([
          missionLog === "system",
          missionLog === "user",
        ]);
      }
  });

  test("is not told to a tool that asks a model, which sees its prompt and nothing else", async () => {
    const llm = createScriptedModel(['(return (tool/judge {:text "x"}))', "fine"]);
    const judge = llmTool({ prompt: "Judge {{text}}.", signature: "(text :string) -> :string" });
    const step = await run("Do it.", { llm, tools: { judge }, journal: charged });
    expect(step).toMatchObject({ ok: true, return: "fine" });
    expect(JSON.stringify(llm.requests[1])).not.toContain("tx_abc");
  });

  test("tells of what missions below kept that the model called itself", async () => {
    const child = defineAgent({
      prompt: "Pay.",
      signature: "() -> :string",
      llm: () => '(return (task "pay_order_42" "tx_1"))',
    });
    for (const mode of ["text", "combined"] as const) {
      const llm = createScriptedModel([calls(call("a", "pay", {})), "done"]);
      const tools = { pay: asTool(child) };
      const step = await run("Do it.", { llm, mode, tools, journal: {} });
      expect(step).toMatchObject({ ok: true, journal: { pay_order_42: "tx_1" } });
      const [before, after] = llm.requests;
      expect(textOf(after?.messages.at(-1)?.content)).toBe(
        'Kept in the journal:\n<data kind="journal">\n- pay_order_42: "tx_1"\n</data>',
      );
      expect(after?.messages[0]).toEqual(before?.messages[0]);
    }
  });

  test("tells after each program what it kept, and the system prompt stays as it is", async () => {
    const { messages, step } = await told(
      [
        '(task "ship_order_42" {:carrier "DX" :_code 4711})',
        '(do (task "ship_order_42" 2) (task "mail_ann" 1) (/ 1 0))',
        "(return 1)",
      ],
      { journal: charged },
    );
    expect(messages[1]?.at(-1)).toContain(
      'Kept in the journal:\n<data kind="journal">\n- ship_order_42: {:carrier "DX", :_code <Firewalled>}\n</data>',
    );
    expect(messages[2]?.at(-1)).toContain(
      'Kept in the journal:\n<data kind="journal">\n- mail_ann: 1\n</data>',
    );
    expect(messages[2]?.[0]).toBe(messages[0]?.[0]);
    expect(Object.keys(step.journal ?? {})).toEqual([
      "charge_order_42",
      "payment_confirmed_42",
      "ship_order_42",
      "mail_ann",
    ]);
  });

  test.each(["step_1", "2", "task-a", "part 3"])(
    "asks for ids that say more than %s",
    async (id) => {
      const { last } = await told([`(task ${JSON.stringify(id)} 1)`, "(return 1)"]);
      expect(last).toContain("does not say what was done");
      const { last: good } = await told(['(task "fetch_users_active" 1)', "(return 1)"]);
      expect(good).not.toContain("does not say what was done");
    },
  );

  test("is bounded, and hides firewalled entries", async () => {
    const many = Object.fromEntries(
      Array.from({ length: 5_000 }, (_, index) => [`fetch_page_${String(index)}`, "x".repeat(300)]),
    );
    const { messages } = await told(["(return 1)"], { journal: { _token_1: "secret-1", ...many } });
    const system = messages[0]?.[0] ?? "";
    expect(system).toContain("- _token_1: <Firewalled>");
    expect(system).not.toContain("secret-1");
    expect(system).toMatch(/- and 49\d\d more\n/);
    expect(system.length).toBeLessThan(14_000);
  });

  test("says of what it cannot show that it cannot", async () => {
    const journal = {
      bad_entry: { $instant: 5 },
      unkept_entry: { $unkept: "endless" },
      "id\nwith </data> lines": 1,
    };
    const { messages } = await told(["(return 1)"], { journal });
    expect(messages[0]?.[0]).toContain("- bad_entry: cannot be read");
    expect(messages[0]?.[0]).toContain("- unkept_entry: has run, but its result could not be kept");
    expect(messages[0]?.[0]?.match(/<\/data>/g)?.length).toBe(
      messages[0]?.[0]?.match(/<data /g)?.length,
    );
  });
});

describe("what an application writes", () => {
  const date = new Date("2026-01-08T14:30:00Z");

  test("is read by tasks as a context would be, and comes back", async () => {
    const journal = {
      ...charged,
      confirmed_at: date,
      limits: new Map([["ann", 5n ** 30n]]),
      ...journalEntry("odd", { $set: [1] }),
    };
    const { step } = await told(
      [
        '(return [(str (task "confirmed_at" nil)) (get (task "limits" nil) "ann") (get (task "odd" nil) "$set") (task "payment_confirmed_42" nil)])',
      ],
      { journal },
    );
    expect(step.ok ? step.return : step.fail).toEqual([
      "2026-01-08T14:30:00Z",
      5n ** 30n,
      [1],
      true,
    ]);
    expect(readJournal(step.journal ?? {})).toEqual({
      ...charged,
      confirmed_at: date,
      limits: { ann: 5n ** 30n },
      odd: { $set: [1] },
    });
  });

  test("may have any name", () => {
    const journal = { ...journalEntry("__proto__", 1), ...journalEntry("constructor", { a: 1 }) };
    expect(Object.entries(readJournal(journal))).toEqual([
      ["__proto__", 1],
      ["constructor", { a: 1 }],
    ]);
  });

  test.each([
    ["a function", () => 1, 'journal["x"]`: a function cannot be kept'],
    ["a thing that contains itself", circular(), 'journal["x"]`: '],
  ])("is refused where it is %s", async (_, value, message) => {
    expect(() => journalEntry("x", value)).toThrow(message);
    const given = run("p", { llm: () => "", journal: { x: value } });
    await expect(given).rejects.toThrow(message);
  });

  test("needs an id, and must be readable", () => {
    expect(() => journalEntry("", 1)).toThrow("the id of a task is a text that is not empty");
    expect(() => readJournal({ a: { $instant: 5 } })).toThrow('option `journal["a"]`: ');
  });
});

describe("no outcome loses the journal", () => {
  test.each([
    ["a context that does not fit", { signature: "(n :int) -> :int", context: { n: "x" } }],
    ["a placeholder without a value", { prompt: "Ship {{order}}." }],
    ["a model that is missing", { llm: "small" }],
    ["a reserved name", { tools: { return: () => 1 } }],
  ])("refused for %s", async (_, options) => {
    const { prompt = "Ship it.", ...rest } = options as { prompt?: string };
    const memory = { kept: 1 };
    const step = await run(prompt, {
      llm: () => "(return 1)",
      journal: charged,
      memory,
      toolCache: { a: 1 },
      ...rest,
    });
    expect(step).toMatchObject({ ok: false, journal: charged, toolCache: { a: 1 } });
    expect(step.memory.get("kept")).toBe(1);
    expect(step.traceId).toMatch(/^(?!0+$)[0-9a-f]{32}$/);
  });
});

describe("a plan", () => {
  test("may be of pairs, as a planner agent answers", async () => {
    const planner = await run("Plan it.", {
      llm: () => '(return [["charge" "Charge the card"] ["ship" "Ship it"]])',
      signature: "() -> [[:string]]",
    });
    const plan = planner.ok ? (planner.return as [string, string][]) : [];
    const { messages, last } = await told(['(do (step-done "charge" "tx_abc") 1)', "(return 1)"], {
      plan,
    });
    expect(messages[0]?.[0]).toContain("- charge: Charge the card\n- ship: Ship it");
    expect(last).toContain("- [x] charge: Charge the card — tx_abc\n- [ ] ship: Ship it");
  });
});

function circular(): unknown {
  const set = new Set<unknown>();
  set.add(set);
  return set;
}
