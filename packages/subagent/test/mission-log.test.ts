// Journals in missions: the view of the model, the entries of applications, and that every outcome
// keeps them.
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
import { createRunRecorder, readRunRecording, replay } from "../src/recording/index.ts";
import { modeNames, traitsOf } from "../src/mode-traits/mode-table.ts";
import { fenced, textOf } from "./missions.ts";
import { call, calls } from "./native-calls.ts";

const charged = { charge_order_42: "tx_abc", payment_confirmed_42: true };

async function missionWith(
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
    '## Mission log\nThese tasks are done, with their results:\n<data kind="journal">\n- charge_order_42: "tx_abc"\n- payment_confirmed_42: true\n</data>';

  test("the system prompt contains the mission log and explains tasks", async () => {
    const { messages } = await missionWith(["(return 1)"], { journal: charged });
    expect(messages[0]?.[0]).toContain(log);
    expect(messages[0]?.[0]).toContain('(task "charge_order_42" (tool/charge {…}))');
    expect(messages[0]?.[1]).toBe("Ship the order.");
  });

  test("the mission log can be in the first user message, or nowhere", async () => {
    const user = await missionWith(["(return 1)"], { journal: charged, missionLog: "user" });
    expect(user.messages[0]?.[0]).not.toContain("## Mission log");
    expect(user.messages[0]?.[1]).toBe(`Ship the order.\n\n${log}`);
    const none = await missionWith(["(return 1)"], { journal: charged, missionLog: "none" });
    expect(none.messages[0]?.join("")).not.toContain("## Mission log");
  });

  test("isn't mentioned without a journal, and starts empty", async () => {
    const llm = createScriptedModel(["(return 1)"]);
    await run("Ship it.", { llm });
    expect(textOf(llm.requests[0]?.messages[0]?.content)).not.toContain("(task ");
    const { messages } = await missionWith(["(return 1)"]);
    expect(messages[0]?.[0]).toContain("(task ");
    expect(messages[0]?.[0]).not.toContain("## Mission log");
  });

  test("a preview shows the same log as a run, and refuses what a run refuses", async () => {
    const agent = defineAgent({ prompt: "Ship it." });
    const journal = { ...charged, at: new Date(0), limits: new Map([["ann", 5n ** 30n]]) };
    const preview = previewPrompt(agent, undefined, undefined, journal);
    const llm = createScriptedModel([fenced("(return 1)")]);
    await run(agent, { llm, journal });
    expect(preview.ok && preview.system).toBe(textOf(llm.requests[0]?.messages[0]?.content));
    expect(preview.ok && preview.system).toContain("- at: #inst");
    for (const [wrong, message] of [
      [new Map(), "pass Object.fromEntries(journal)"],
      [{ "": 1 }, "the id of a task must be a nonempty string"],
      [{ x: () => 1 }, 'option `journal["x"]`: a function cannot be stored'],
      [[], "option `journal`: expected results of tasks by id, got a list"],
    ] as const)
      expect(() => previewPrompt(agent, undefined, undefined, wrong as never)).toThrow(message);
  });

  test.each(modeNames)(
    "the mission log is at the location the agent chooses, in the mode %s",
    async (mode) => {
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
    },
  );

  test("a tool that asks a model doesn't see the log, only its prompt", async () => {
    const llm = createScriptedModel(['(return (tool/judge {:text "x"}))', "fine"]);
    const judge = llmTool({ prompt: "Judge {{text}}.", signature: "(text :string) -> :string" });
    const step = await run("Do it.", { llm, tools: { judge }, journal: charged });
    expect(step).toMatchObject({ ok: true, return: "fine" });
    expect(JSON.stringify(llm.requests[1])).not.toContain("tx_abc");
  });

  test("the log includes results that natively called child missions stored", async () => {
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
        'Stored in the journal:\n<data kind="journal">\n- pay_order_42: "tx_1"\n</data>',
      );
      expect(after?.messages[0]).toEqual(before?.messages[0]);
    }
  });

  test("lists after each program what it stored, and the system prompt doesn't change", async () => {
    const { messages, step } = await missionWith(
      [
        '(task "ship_order_42" {:carrier "DX" :_code 4711})',
        '(do (task "ship_order_42" 2) (task "mail_ann" 1) (/ 1 0))',
        "(return 1)",
      ],
      { journal: charged },
    );
    expect(messages[1]?.at(-1)).toContain(
      'Stored in the journal:\n<data kind="journal">\n- ship_order_42: {:carrier "DX", :_code <Firewalled>}\n</data>',
    );
    expect(messages[2]?.at(-1)).toContain(
      'Stored in the journal:\n<data kind="journal">\n- mail_ann: 1\n</data>',
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
    "asks for more descriptive ids than %s",
    async (id) => {
      const { last } = await missionWith([`(task ${JSON.stringify(id)} 1)`, "(return 1)"]);
      expect(last).toContain("doesn't say what was done");
      const { last: good } = await missionWith(['(task "fetch_users_active" 1)', "(return 1)"]);
      expect(good).not.toContain("doesn't say what was done");
    },
  );

  test("the mission log is bounded and hides firewalled entries", async () => {
    const many = Object.fromEntries(
      Array.from({ length: 5_000 }, (_, index) => [`fetch_page_${String(index)}`, "x".repeat(300)]),
    );
    const { messages } = await missionWith(["(return 1)"], {
      journal: { _token_1: "secret-1", ...many },
    });
    const system = messages[0]?.[0] ?? "";
    expect(system).toContain("- _token_1: <Firewalled>");
    expect(system).not.toContain("secret-1");
    expect(system).toMatch(/- and 49\d\d more\n/);
    expect(system.length).toBeLessThan(14_000);
  });

  test("marks entries that it cannot show", async () => {
    const journal = {
      // Entries after as many values aren't checked at the start.
      rows_all: Array.from({ length: 1_000_000 }, () => 0),
      bad_entry: { $instant: 5 },
      unkept_entry: { $unkept: "endless" },
      "id\nwith </data> lines": 1,
    };
    const { messages } = await missionWith(["(return 1)"], { journal });
    expect(messages[0]?.[0]).toContain("- bad_entry: can't be read");
    expect(messages[0]?.[0]).toContain(
      "- unkept_entry: has run, but its result could not be stored",
    );
    expect(messages[0]?.[0]?.match(/<\/data>/g)?.length).toBe(
      messages[0]?.[0]?.match(/<data /g)?.length,
    );
  });
});

describe("ids with an underscore", () => {
  const ids = ["order:_1", "a/_b", "a,_b", "file (_x)", "{_y", "ship _z", "a.:_t"];

  test("aren't taken for firewalled fields, but the values are checked", async () => {
    const journal = Object.fromEntries(ids.map((id) => [id, { n: 5, _token: "canary-4711" }]));
    const { messages } = await missionWith(['(task "pay/_42" 7)', "(return 1)"], {
      journal: { ...journal, _own: "canary-4712" },
    });
    const system = messages[0]?.[0] ?? "";
    for (const id of ids) expect(system).toContain(`- ${id}: {`);
    expect(system.split(":n 5").length + system.split('"n" 5').length - 2).toBe(ids.length);
    expect(system).toContain("- _own: <Firewalled>");
    expect(system).not.toContain("canary");
    expect(messages[1]?.at(-1)).toContain("- pay/_42: 7");
  });

  test("are shown in the progress of a plan", async () => {
    const llm = createScriptedModel(['(step-done "b:_2" "Done {:_token 4711}")', "(return 1)"]);
    await run("Do it.", {
      llm,
      plan: [
        ["a/_1", "Charge card"],
        ["b:_2", "Ship"],
      ],
    });
    const feedback = textOf(llm.requests[1]?.messages.at(-1)?.content);
    expect(feedback).toContain("- [ ] a/_1: Charge card");
    expect(feedback).toContain("- [x] b:_2: Ship — Done {:_token <Firewalled>}");
  });
});

describe("a run that is resumed with its summaries", () => {
  const plan = [
    ["charge", "Charge card"],
    ["ship", "Ship"],
  ] as const;
  const first = ['(step-done "charge" (task "charge_42" "Charged tx_abc"))', "(foo)"];

  test("shows the completed work before the first request, and in later steps", async () => {
    const begun = await run("Do it.", {
      llm: createScriptedModel(first),
      plan,
      journal: {},
      maxTurns: 2,
      retryTurns: 0,
    });
    const { summaries, journal = {} } = begun;
    expect(begun).toMatchObject({ ok: false, summaries: { charge: "Charged tx_abc" } });
    const llm = createScriptedModel(['(step-done "ship" "Sent")', "(return 1)"]);
    const step = await run("Do it.", { llm, plan, journal, summaries });
    expect(textOf(llm.requests[0]?.messages.at(-1)?.content)).toBe(
      'Do it.\n\nProgress:\n<data kind="progress">\n- [x] charge: Charge card — Charged tx_abc\n- [ ] ship: Ship\n</data>',
    );
    expect(step).toMatchObject({ ok: true, summaries: { charge: "Charged tx_abc", ship: "Sent" } });
    expect(textOf(llm.requests[1]?.messages.at(-1)?.content)).toContain("- [x] ship: Ship — Sent");
  });

  test("shows nothing without a plan, and rejects summaries that aren't strings", async () => {
    const llm = createScriptedModel(["(return 1)"]);
    await run("Do it.", { llm, summaries: { a: "b" } });
    expect(textOf(llm.requests[0]?.messages.at(-1)?.content)).toBe("Do it.");
    await expect(run("Do it.", { llm, summaries: { a: 1 as never } })).rejects.toThrow(
      '`summaries["a"]`: expected a string',
    );
  });

  test("is recorded with them, and replayed", async () => {
    const lines: string[] = [];
    const record = createRunRecorder({ write: (line) => void lines.push(line) });
    const agent = defineAgent({ prompt: "Do it.", plan });
    const llm = createScriptedModel(["(return 1)"]);
    const step = await run(agent, { llm, summaries: { charge: "Charged" }, record });
    expect(step.summaries).toEqual({ charge: "Charged" });
    const recording = readRunRecording(lines.join(""));
    expect(await replay(agent, recording)).toMatchObject({
      isSame: true,
      step: { summaries: step.summaries },
    });
  });
});

describe("entries of the application", () => {
  const date = new Date("2026-01-08T14:30:00Z");

  test("tasks read entries of the application like a context, and return them", async () => {
    const journal = {
      ...charged,
      confirmed_at: date,
      limits: new Map([["ann", 5n ** 30n]]),
      ...journalEntry("odd", { $set: [1] }),
    };
    const { step } = await missionWith(
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

  test("entries may have any name", () => {
    const journal = { ...journalEntry("__proto__", 1), ...journalEntry("constructor", { a: 1 }) };
    expect(Object.entries(readJournal(journal))).toEqual([
      ["__proto__", 1],
      ["constructor", { a: 1 }],
    ]);
  });

  test.each([
    ["a function", () => 1, 'journal["x"]`: a function cannot be stored'],
    ["a cyclic object", circular(), 'journal["x"]`: '],
  ])("refuses an entry that is %s", async (_, value, message) => {
    expect(() => journalEntry("x", value)).toThrow(message);
    const given = run("p", { llm: () => "", journal: { x: value } });
    await expect(given).rejects.toThrow(message);
  });

  test("an entry needs an id and must be readable", () => {
    expect(() => journalEntry("", 1)).toThrow("the id of a task must be a nonempty string");
    expect(() => readJournal({ a: { $instant: 5 } })).toThrow('option `journal["a"]`: ');
  });
});

describe("the journal after any outcome", () => {
  test.each([
    ["a context that does not match", { signature: "(n :int) -> :int", context: { n: "x" } }],
    ["a placeholder without a value", { prompt: "Ship {{order}}." }],
    ["a missing model", { llm: "small" }],
    ["a reserved name", { tools: { return: () => 1 } }],
  ])("a mission that is refused for %s keeps its journal", async (_, options) => {
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

describe("a plan from a planner", () => {
  test("a plan may consist of pairs, as a planner agent returns them", async () => {
    const planner = await run("Plan it.", {
      llm: () => '(return [["charge" "Charge the card"] ["ship" "Ship it"]])',
      signature: "() -> [[:string]]",
    });
    const plan = planner.ok ? (planner.return as [string, string][]) : [];
    const { messages, last } = await missionWith(
      ['(do (step-done "charge" "tx_abc") 1)', "(return 1)"],
      {
        plan,
      },
    );
    expect(messages[0]?.[0]).toContain("- charge: Charge the card\n- ship: Ship it");
    expect(last).toContain("- [x] charge: Charge the card — tx_abc\n- [ ] ship: Ship it");
  });
});

function circular(): unknown {
  const set = new Set<unknown>();
  set.add(set);
  return set;
}
