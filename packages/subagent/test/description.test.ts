// The text description of a step: all of a small run, and the effects of options.

import { beforeAll, describe, expect, test } from "vitest";
import { describeStep } from "../src/description/index.ts";
import { failedStep, successfulStep, type MissionStep, type Turn } from "../src/index.ts";
import { stepFromJson, stepToJson } from "../src/step-json/index.ts";
import { Memory } from "@ptc/lisp";
import { fenced, ManualClock, play } from "./missions.ts";

const tools = {
  order: {
    description: "An order.",
    signature: "(id :int) -> {id :int, amount :float, _card :string}",
    execute: ({ id }: { id: number }) => ({ id, amount: 387, _card: "2546 8868" }),
  },
};
const script = [
  `I look first.\n\n${fenced("(tool/order {:id data/none})")}`,
  fenced('(def order (tool/order {:id 42}))\n(println "paid with" (:_card order))\norder'),
  fenced("(return {:amount (:amount order) :_card (:_card order)})"),
];
const scene = {
  prompt: "Say what the order costs.",
  signature: "() -> {amount :float, _card :string}",
  tools,
};

let step: MissionStep;
let bare: MissionStep;
beforeAll(async () => {
  ({ step } = await play(script, { ...scene, collectMessages: true, clock: new ManualClock() }));
  ({ step: bare } = await play(script, { ...scene, clock: new ManualClock() }));
});

const turn = (number: number, more: Partial<Turn> = {}): Turn => ({
  number,
  rawResponse: "",
  program: "(inc 1)",
  ok: true,
  result: number,
  prints: [],
  toolCalls: [],
  memory: Memory.empty,
  ...more,
});

describe("the description of a run", () => {
  test("shows how the run ended, its prompt, and what the model saw of each turn", () => {
    expect(describeStep(step)).toMatchInlineSnapshot(`
      "The mission was answered
        3 turns, 3 requests, 1 tool call, 0 ms
        answer (the model did not see: _card)
          │ {"amount" 387, "_card" "2546 8868"}

      Prompt
        │ Say what the order costs.
        signature  () -> {amount :float, _card :string}
        tools  order

      Turn 1: failed, analysis_error, unbound_var
        program
          │ (tool/order {:id data/none})
        why
          │ there is no data/none; no data was given (line 1, column 18)
          │ (tool/order {:id data/none})
          │                  ^
        sent to the model
          │ The program failed, and its definitions were not kept:
          │ <data kind="error">…</data>
          │ Write the corrected program.
          │ 4 turns are left.

      Turn 2
        program
          │ (def order (tool/order {:id 42}))
          │ (println "paid with" (:_card order))
          │ order
        1 tool call (returned to the program, not to the model)
          tool/order {"id" 42} -> {"id" 42, "amount" 387, "_card" "2546 8868"} (0 ms)
          (the model did not see: _card)
        printed (the model saw <Firewalled> for firewalled values)
          │ paid with 2546 8868
        value (the model did not see: _card)
          │ {"id" 42, "amount" 387, "_card" "2546 8868"}
        sent to the model
          │ Printed:
          │ <data kind="prints">…</data>
          │ Value:
          │ <data kind="value">…</data>
          │ Defined: order (map {id, amount, _card <Firewalled>})
          │ The mission is not complete until a program ends with (return value).
          │ 3 turns are left.

      Turn 3: answered
        program
          │ (return {:amount (:amount order) :_card (:_card order)})

      Memory
        order  {"id" 42, "amount" 387, "_card" "2546 8868"}

      Not shown: whole answers (raw), all messages (messages), system message
        (prompt), usage (usage)."
    `);
  });

  test("is the same for a step that was read from a file", async () => {
    const read = await stepFromJson(JSON.parse(JSON.stringify(stepToJson(step))));
    if (!read.ok) throw new Error(read.message);
    expect(describeStep(read.step, { messages: true, usage: true })).toBe(
      describeStep(step, { messages: true, usage: true }),
    );
  });

  test("shows whole responses with the option raw", () => {
    expect(describeStep(step)).not.toContain("I look first.");
    expect(describeStep(step, { raw: true })).toContain("  the model wrote\n    │ I look first.\n");
  });

  test("shows with the option messages what each request added, once", () => {
    const text = describeStep(step, { messages: true });
    expect(text).toContain("    system (");
    expect(text.split('<data kind="prints">').length - 1).toBe(1);
    expect(text).toContain("      │ paid with <Firewalled>\n");
  });

  test("reports if the step has no messages to show", () => {
    const missing = "This step doesn't contain the messages: run the mission with";
    expect(describeStep(bare)).not.toContain(missing);
    expect(describeStep(bare, { messages: true })).toContain(missing);
    expect(describeStep(bare, { prompt: true })).toContain(missing);
  });

  test("shows a section of the system message, whole, or the names of the existing sections", () => {
    const section = describeStep(step, { prompt: "tools", turns: "none" });
    expect(section).toContain("  │ ## Tools\n  │ - (tool/order");
    expect(section).not.toContain("## Answer");
    expect(describeStep(step, { prompt: true, lines: 500 })).toContain("│ ## Answer\n");
    expect(describeStep(step, { prompt: "Weather" })).toMatch(
      /no section "Weather" in its [\d,]+ characters; there are:\n {4}│ introduction,/,
    );
  });

  test("shows the requested turns and counts the omitted ones", () => {
    const turnsIn = (text: string) => text.match(/^Turn \d+|^….*turns? not shown.*/gm);
    expect(turnsIn(describeStep(step, { turns: "last" }))).toEqual([
      "… 2 turns not shown (turns)",
      "Turn 3",
    ]);
    expect(turnsIn(describeStep(step, { turns: "none" }))).toEqual(["… 3 turns not shown (turns)"]);
    expect(turnsIn(describeStep(step, { turns: [2] }))).toEqual([
      "… 1 turn not shown (turns)",
      "Turn 2",
      "… 1 turn not shown (turns)",
    ]);
  });

  test("shows what ended a mission with a partial answer, and what was omitted from its turns", () => {
    const partial = { reason: "budget_exceeded", message: "the tokens are used up" } as const;
    const compaction = {
      strategy: "trim",
      triggered: true,
      count: 2,
      droppedTurns: 11,
      messagesBefore: 17,
      messagesAfter: 7,
      estimatedTokensBefore: 900,
      estimatedTokensAfter: 400,
      keptRecentTurns: 3,
      overBudget: false,
    } as const;
    const step = successfulStep(1);
    const usage = { ...step.usage, compaction };
    const text = describeStep({ ...step, usage, partial }, { usage: true });
    expect(text).toMatch(/^The mission was partially answered\n/);
    expect(text).toContain("the tokens are used up");
    expect(text).toMatch(/omitted +11 turns +2 times/);
  });

  test("shows the usage as a table with the option usage", () => {
    expect(describeStep(step, { usage: true })).toMatch(
      /\nUsage\n {2}turns {30}3\n {2}model requests {21}3\n/,
    );
  });

  test("passes every piece of a line to highlight, and has the same text without colors", () => {
    const kinds = new Set<string>();
    const text = describeStep(step, {
      highlight: (kind, piece) => {
        kinds.add(kind);
        return `<${kind}>${piece}</>`;
      },
    });
    expect([...kinds].sort()).toEqual(
      ["call", "failed", "heading", "keyword", "label", "note", "number", "ok", "string"].sort(),
    );
    expect(text).toContain("(<call>return</> {<keyword>:amount</>");
    expect(
      text.replace(/<\/>|<(?:call|failed|heading|keyword|label|note|number|ok|string)>/g, ""),
    ).toBe(describeStep(step));
  });

  test("shows why a mission failed, with the position", () => {
    const failed = failedStep(
      "eval_error",
      "cannot add",
      {},
      {
        kind: "type_error",
        position: { offset: 3, line: 1, column: 4 },
        excerpt: "(+ nil 1)\n   ^",
        hint: "add numbers",
        data: { _id: 7 },
      },
    );
    expect(describeStep(failed)).toContain(
      [
        "The mission failed",
        "  no model was called",
        "  eval_error, type_error",
        "    │ cannot add (line 1, column 4)",
        "    │ (+ nil 1)",
        "    │    ^",
        "    │ hint: add numbers",
        "    data",
        '      │ {"_id" 7}',
      ].join("\n"),
    );
  });

  test("keeps the caret under its position in a long line", () => {
    const source = `(def a [${"1 ".repeat(200)}nil])`;
    const failed = failedStep(
      "eval_error",
      "no",
      {},
      {
        excerpt: `${source}\n${" ".repeat(source.indexOf("nil"))}^^^`,
      },
    );
    const [above = "", below = ""] = describeStep(failed).split("\n").slice(4);
    expect(above.indexOf("nil")).toBe(below.indexOf("^^^"));
    expect(above.indexOf("nil")).toBeGreaterThan(0);
  });

  test("shows for shortened prints and values how much the model saw", async () => {
    const { step: long } = await play(
      [fenced("(println (apply str (range 3000)))\n(range 5000)"), fenced("(return 1)")],
      { collectMessages: true },
    );
    const text = describeStep(long);
    expect(text).toMatch(/ {2}printed \(the model saw [\d,]+ of 10,890 characters\)\n/);
    expect(text).toMatch(/ {2}value \(shortened for the model, which saw \d+ characters\)\n/);
  });

  test("has a line for each child mission, and their turns with the option children", () => {
    const below = successfulStep("found", {}, { turns: [turn(1)], prompt: "Find it." });
    const address = { run: "r", turn: 1, path: [], ordinal: 0 };
    const middle = successfulStep(
      "seen",
      {},
      {
        prompt: "Look.",
        childSteps: [{ tool: "find", address, step: below }],
      },
    );
    const top = successfulStep(
      1,
      {},
      {
        turns: [turn(1)],
        childSteps: [{ tool: "look", address, step: middle }],
      },
    );
    const listed = describeStep(top);
    expect(listed).toMatch(/ {2}look answered: .* Look\.\n {4}find answered: .* Find it\.\n/);
    expect(listed).not.toContain("found");
    const one = describeStep(top, { children: 1 });
    expect(one).toContain("    The mission was answered\n");
    expect(one).toContain("│ seen");
    expect(one).not.toContain("│ found");
    expect(describeStep(top, { children: 2 })).toContain("│ found");
  });

  test("shows the memory, journal, plan and warnings of the mission", () => {
    const text = describeStep(
      successfulStep(
        1,
        { rows: [1, 2] },
        {
          journal: { charge_order_42: "tx_42" },
          summaries: { charge: "387 euro" },
          warnings: ["converted a text"],
        },
      ),
    );
    expect(text).toContain("\nMemory\n  rows  [1 2]\n");
    expect(text).toContain('\nJournal\n  charge_order_42  "tx_42"\n');
    expect(text).toContain("\nPlan\n  charge  387 euro\n");
    expect(text).toContain("\nWarnings\n  │ converted a text");
  });
});

describe("options of a description", () => {
  test.each([
    [{ turn: "all" }, "option `turn`: unknown option (did you mean `turns`?)"],
    [{ turns: "first" }, 'option `turns`: expected "all", "last", "none" or a list'],
    [{ turns: [0] }, "option `turns`: expected"],
    [{ raw: 1 }, "option `raw`: expected true or false, got 1"],
    [{ messages: "yes" }, "option `messages`: expected true or false"],
    [{ usage: null }, "option `usage`: expected true or false"],
    [{ prompt: 3 }, "option `prompt`: expected true, false or the name of a section, got 3"],
    [{ children: 21 }, "option `children`: expected at most 20, got 21"],
    [{ lines: 0 }, "option `lines`: expected a whole number from 1, got 0"],
    [{ width: 20 }, "option `width`: expected a whole number from 40, got 20"],
    [{ highlight: true }, "option `highlight`: expected a function, got true"],
  ])("refuses a wrong option of a description by name: %j", (options, message) => {
    const describeAny = describeStep as (step: MissionStep, options: unknown) => string;
    expect(() => describeAny(bare, options)).toThrow(message);
  });
});
