// The complete texts for a model: assembled system prompts, and each kind of feedback. Every change
// of a prompt shows here.

import { describe, expect, test } from "vitest";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { createScriptedModel } from "@ptc/llm";
import {
  defineAgent,
  previewPrompt,
  run,
  type AgentOptions,
  type MissionOptions,
} from "../src/index.ts";
import { prompts } from "../src/prompt/generated/prompts.ts";

const snapshotOf = (name: string): string => `./prompts/${name}.md`;

const orders = [
  { order_id: 1, total: 20, _card: "4000" },
  { order_id: 2, total: 45, _card: "4001" },
];

const fenced = (program: string): string => `\`\`\`clojure\n${program}\n\`\`\``;

const tools: NonNullable<AgentOptions["tools"]> = {
  find: {
    description: "Orders of a customer.",
    signature: "(customer :string, limit :int?) -> [{order_id :int, total :float}]",
    execute: () => orders,
  },
  now: () => "2026-01-01",
};

const plan = [{ id: "look", description: "Look at the orders" }, "Add them up"];

describe("the system prompt", () => {
  const cases: Readonly<Record<string, Partial<AgentOptions>>> = {
    "single-shot": { maxTurns: 1 },
    "explicit-loop": {
      tools,
      plan,
      thinking: true,
      contextDescriptions: { orders: "the orders of today" },
      fieldDescriptions: { total: "in euro" },
    },
    "implicit-loop": { completion: "implicit", tools, maxTurns: 3 },
  };

  test.each(Object.entries(cases))("the system prompt of a %s mission", async (name, options) => {
    const agent = defineAgent({
      prompt: "What do the orders come to?",
      signature: "() -> {total :float}",
      ...options,
    });
    const { memory } = await run(defineAgent({ prompt: "Keep it.", maxTurns: 1 }), {
      llm: () => "(def kept [1 2 3])",
    });
    const preview =
      name === "explicit-loop"
        ? previewPrompt(agent, { orders, _token: "t" }, memory)
        : previewPrompt(agent, { orders });
    if (!preview.ok) expect.fail(preview.fail.message);
    await expect(`${preview.system}\n`).toMatchFileSnapshot(snapshotOf(name));
  });

  test("is byte for byte the same from turn to turn, whatever happens", async () => {
    const llm = createScriptedModel([
      "(def a 1)",
      "(foo)",
      "none",
      "(tool/find {:customer 1})",
      '(step-done "look" "seen")',
      '(return {:total "x"})',
      "(return {:total 1})",
    ]);
    const step = await run(
      defineAgent({ prompt: "Add.", signature: "() -> {total :float}", tools, plan, maxTurns: 7 }),
      { llm, context: { orders } },
    );
    expect(step.usage).toMatchObject({ turns: 7 });
    const [system, ...others] = new Set(
      llm.requests.map(({ messages }) => JSON.stringify(messages[0])),
    );
    expect(others).toEqual([]);
    expect(system).toContain("## Language");
  });

  test("lists all fields of the data, because a single shot cannot look for omitted ones", () => {
    const row = {
      id: 1,
      name: "a",
      when: "2026-01-01",
      size: 2,
      lines: [{ part: "x", count: 3 }],
      paid: false,
    };
    const preview = previewPrompt(defineAgent({ prompt: "Add.", maxTurns: 1 }), {
      rows: Array.from({ length: 50 }, () => row),
    });
    expect(preview.ok && preview.system).toContain(
      [
        "data/rows  vector of 50 maps",
        '<data kind="shape">',
        "id: 1",
        'name: "a"',
        'when: date "2026-01-01"',
        "size: 2",
        'lines: [{part: "x"; count: 3}] 1 each',
        "paid: false",
        "</data>",
      ].join("\n"),
    );
  });

  const systemOf = (options: Partial<AgentOptions>): string => {
    const preview = previewPrompt(defineAgent({ prompt: "Add.", ...options }), {
      rows: [{ a: 1 }],
    });
    if (!preview.ok) expect.fail(preview.fail.message);
    return preview.system;
  };
  const languageOf = (options: Partial<AgentOptions>): string =>
    /## Language\n[^]*?(?=\n\n##)/.exec(systemOf(options))?.[0] ?? "";

  test("explains the language in at most 900 tokens, or 600 without tools", () => {
    const [whole, withoutTools, single] = [{ tools }, {}, { maxTurns: 1 }].map(
      (options) => encode(languageOf(options)).length,
    );
    expect(whole).toBeLessThanOrEqual(900);
    expect(withoutTools).toBeLessThanOrEqual(600);
    expect(single).toBeLessThan(withoutTools ?? 0);
    // A missing language section would be shorter than this.
    expect(single).toBeGreaterThan(400);
  });

  test("explains how to answer and the language in at most 900 tokens together", () => {
    const [fixed = ""] = systemOf({ tools, thinking: true }).split("\n\n## Tools");
    expect(encode(fixed).length).toBeLessThanOrEqual(900);
  });

  test("omits parts that cannot apply", () => {
    const ofTools = /tool|pmap|\btry\b|page/i;
    const ofTurns = /\(doc |mistake|\bturns?\b|next program/i;
    const ofFirewall = /Firewalled/;
    const typed = {
      find: { signature: "() -> [{id :int}]", execute: () => [] },
      hides: { signature: "() -> {_id :int}", execute: () => ({}) },
    };
    const cases: readonly (readonly [Partial<AgentOptions>, readonly RegExp[]])[] = [
      [{ maxTurns: 1 }, []],
      [{}, [ofTurns]],
      [{ maxTurns: 1, retryTurns: 1 }, [ofTurns]],
      [{ maxTurns: 1, tools: { find: typed.find } }, [ofTools]],
      [{ maxTurns: 1, tools: { hides: typed.hides } }, [ofTools, ofFirewall]],
      [{ maxTurns: 1, tools: { hides: typed.hides }, firewall: { allow: ["_id"] } }, [ofTools]],
      [{ tools: { untyped: () => 1 } }, [ofTools, ofTurns, ofFirewall]],
    ];
    for (const [options, expected] of cases) {
      const system = systemOf(options);
      expect([ofTools, ofTurns, ofFirewall].filter((part) => part.test(system))).toEqual(expected);
    }
    const preview = previewPrompt(defineAgent({ prompt: "Add." }), { rows: [{ deep: { _x: 1 } }] });
    expect(preview.ok && preview.system).toMatch(ofFirewall);
  });

  test("lists missing parameters as nil", () => {
    const preview = previewPrompt(
      defineAgent({ prompt: "Add.", signature: "(rows [:int], limit :int?) -> :int" }),
      { rows: [1, 2] },
    );
    expect(preview.ok && preview.system).toContain("data/limit  nil: not given");
    expect(preview.ok && preview.system).toContain("data/rows  vector of 2 numbers\n");
  });

  test("mentions no domain of the sample missions", () => {
    const domain =
      /\b(invoices?|customers?|orders?|tickets?|stations?|accounts?|products?|sales|meetings?|payments?|employees?|students?|expenses?|vouchers?|carriers?|e-?mails?|salar(y|ies)|revenue|weather|hotels?|devices?|logs?|donations?)\b/i;
    expect(
      Object.entries(prompts)
        .filter(([, text]) => domain.test(text))
        .map(([name, text]) => [name, domain.exec(text)?.[0]]),
    ).toEqual([]);
  });
});

describe("feedback", () => {
  /** Returns the feedback on the last of `answers`. */
  async function feedbackOf(
    answers: readonly string[],
    options: Partial<AgentOptions> = {},
    mission: MissionOptions = {},
  ): Promise<string> {
    const llm = createScriptedModel([...answers, "(return {:total 1})"]);
    await run(
      defineAgent({
        prompt: "What do the orders come to?",
        signature: "() -> {total :float}",
        tools,
        ...options,
      }),
      { llm, context: { orders }, ...mission },
    );
    const content = llm.requests[answers.length]?.messages.at(-1)?.content;
    return typeof content === "string" ? `${content}\n` : "";
  }

  const failing: NonNullable<AgentOptions["tools"]> = {
    find: () => {
      throw new Error("the service is closed");
    },
  };

  const answers = Array.from({ length: 30 }, (_, index) => ({
    id: index,
    state: index % 3 === 0 ? "open" : "closed",
    parts: [{ sku: `A-${String(index)}`, qty: 1 + (index % 4) }],
    ...(index % 5 === 0 ? {} : { paid: "2026-01-08" }),
    _card: "4000 1234",
  }));

  const cases: Readonly<Record<string, () => Promise<string>>> = {
    "a value": () => feedbackOf([fenced("data/orders")]),
    "a value that is shortened": () => feedbackOf(["(range 1000)"]),
    "prints and definitions": () =>
      feedbackOf([
        "(def large (filter #(> (:total %) 30) data/orders)) (println (count large)) (prn (first large)) nil",
      ]),
    "prints that are too long": () =>
      feedbackOf(['(println (str/join (repeat 100 "abc "))) (println 1)'], {
        format: { maxPrintLength: 40 },
      }),
    "an unknown name": () => feedbackOf(["(total-of data/orders)"]),
    "a text that cannot be read": () => feedbackOf(["(+ 1"]),
    "a mistake at run time": () => feedbackOf(["(reduce + (map :amount data/orders))"]),
    "the same mistake again": () => feedbackOf(["(foo)", "(foo)"]),
    "answers of a tool without a type": () =>
      feedbackOf(["(println (count (tool/find {})))"], {
        tools: { find: () => answers },
      }),
    "a mistake about answers of a tool without a type": () =>
      feedbackOf(["(reduce + (map :amount (tool/find {})))"], { tools: { find: () => answers } }),
    "a tool that fails": () => feedbackOf(["(tool/find {})"], { tools: failing }),
    "wrong arguments": () => feedbackOf(["(tool/find {:customer 1})"]),
    "an answer that does not fit": () => feedbackOf(['(return {:total "much"})']),
    "an answer by value that does not fit": () =>
      feedbackOf([fenced('{:total "much"}')], { completion: "implicit" }),
    "no program": () => feedbackOf(["It is 65."]),
    "several programs": () => feedbackOf(["```clojure\n1\n```\n```clojure\n2\n```"]),
    "progress of a plan": () => feedbackOf(['(step-done "look" "two orders")'], { plan }),
    "the last turn": () => feedbackOf([fenced("1")], { maxTurns: 2 }),
    "the last turn by value": () =>
      feedbackOf([fenced("nil")], { maxTurns: 2, completion: "implicit" }),
    "a retry": () =>
      feedbackOf([fenced("1"), fenced("(return 2)")], { maxTurns: 2, retryTurns: 1 }),
    "a retry by value": () =>
      feedbackOf([fenced("nil"), fenced("nil")], {
        maxTurns: 2,
        retryTurns: 2,
        completion: "implicit",
      }),
    "memory that has grown too large": () =>
      feedbackOf(["(def much (range 1000))"], {
        memoryLimitBytes: 1_000,
        memoryStrategy: "rollback",
      }),
    "a limit": () => feedbackOf(["(reduce + (range 100000))"], { limits: { steps: 1_000 } }),
  };

  test("feedback of each kind", async () => {
    const sections: string[] = [];
    for (const [kind, feedback] of Object.entries(cases)) {
      const text = await feedback();
      expect([kind, text]).not.toEqual([kind, ""]);
      sections.push(`# After ${kind}\n\n${text}`);
    }
    await expect(sections.join("\n")).toMatchFileSnapshot(snapshotOf("feedback"));
  });

  test("feedback on a truncated response", async () => {
    const llm = createScriptedModel([
      { text: "(return {:total (+ 1", finishReason: "length" },
      "(return {:total 1})",
    ]);
    await run(defineAgent({ prompt: "Add.", signature: "() -> {total :float}" }), { llm });
    expect(llm.requests[1]?.messages.at(-1)?.content).toBe(
      `${prompts["cut-off"]}\n4 turns are left.`,
    );
  });
});
