// Feedback to the model from turn to turn: on responses without a program, on plans, and on
// prompts.

import { describe, expect, test } from "vitest";
import { createScriptedModel, type ScriptEntry } from "@ptc/llm";
import { defineAgent, previewPrompt, run, type AgentOptions } from "../src/index.ts";
import { fenced, play, textOf } from "./missions.ts";

const large = "(vec (range 1000))";

describe("a response without a program", () => {
  test.each<[string, ScriptEntry, string]>([
    ["prose", "I would rather talk.", "Your answer contains no program."],
    ["nothing", "", "Your answer is empty."],
    ["white space", " \n\t ", "Your answer is empty."],
    ["thinking only", "<think>hm</think>", "Your answer ended while you were thinking"],
    ["an empty block", "```clojure\n```", "Your answer contains no program."],
  ])("%s is reported to the model and costs a turn", async (_, answer, text) => {
    const { step, sent, llm } = await play([answer, "(return 1)"], { collectMessages: true });
    expect(step).toMatchObject({
      ok: true,
      turns: [{ ok: false, fail: { reason: "no_code_found" } }, {}],
    });
    expect(sent[1]).toContain(text);
    expect(sent[1]).toContain("exactly one program");
    expect(
      llm.requests[1]?.messages.filter(({ content }) => textOf(content).trim() === ""),
    ).toEqual([]);
    expect(step.messages?.map(({ role }) => role)).toEqual([
      "system",
      "user",
      "assistant",
      "user",
      "assistant",
    ]);
  });

  test(
    "two megabytes of prose don't lengthen the conversation, and the step has them unchanged",
    { tags: "full" },
    async () => {
      const prose = "word ".repeat(400_000);
      for (const answer of [
        prose,
        `${prose}\n${fenced("(foo)")}`,
        `<think>${prose}</think>(foo)`,
        fenced(`(count "${prose}") (foo)`),
      ]) {
        const { step, llm } = await play([answer, "(return 1)"]);
        expect(step.turns[0]?.rawResponse).toBe(answer);
        expect(textOf(llm.requests[1]?.messages[2]?.content).length).toBeLessThan(25_000);
        expect(JSON.stringify(llm.requests[1]?.messages).length).toBeLessThan(60_000);
      }
    },
  );

  test("a truncated response is asked to be shorter, whatever else is wrong with it", async () => {
    for (const text of ["Let me think about", "```clojure\n(def a [1 2", "(def a [1 2"]) {
      const { sent } = await play([{ text, finishReason: "length" }, "(return 1)"]);
      expect(sent[1]).toContain("cut off at its length limit: write a shorter program");
      expect(sent[1]).not.toContain('data kind="error"');
    }
    expect((await play([{ text: "(return 1)", finishReason: "length" }])).step.ok).toBe(true);
  });
});

describe("a program that fails repeatedly", () => {
  test("reports a program that is the same as before", async () => {
    const { sent } = await play(["(foo)", "(foo)", "(bar)", "(bar)"], { maxTurns: 4 });
    const repeated =
      "This is the same program as before, and it fails the same way: write another one.";
    expect(sent.map((text) => text.includes(repeated))).toEqual([false, false, true, false]);
    expect(sent[1]).toContain("Write the corrected program.");
  });
});

describe("the system prompt", () => {
  const systemOf = async (systemPrompt: AgentOptions["systemPrompt"]) => {
    const { llm } = await play(["(return 1)"], {
      ...(systemPrompt === undefined ? {} : { systemPrompt }),
    });
    return llm.requests[0]?.messages[0];
  };

  test("can be replaced by a text, wrapped in a prefix and suffix, or built by a function", async () => {
    const assembled = textOf((await systemOf(undefined))?.content);
    expect(assembled).toContain("PTC-Lisp");
    expect(await systemOf("Just do it.")).toMatchObject({ role: "system", content: "Just do it." });
    expect(await systemOf({ prefix: "Before.", suffix: "After." })).toMatchObject({
      content: `Before.\n\n${assembled}\n\nAfter.`,
    });
    expect(await systemOf({ suffix: "After." })).toMatchObject({
      content: `${assembled}\n\nAfter.`,
    });
    expect(await systemOf((text) => text.toUpperCase())).toMatchObject({
      content: assembled.toUpperCase(),
    });
  });

  test("an empty system prompt isn't sent", async () => {
    expect(await systemOf("")).toMatchObject({ role: "user", content: "Do it." });
    expect(previewPrompt(defineAgent({ prompt: "p", systemPrompt: "" }))).toMatchObject({
      messages: [{ role: "user", content: "p" }],
    });
  });
});

describe("a plan", () => {
  test("shows the plan with its progress, and counts only reports of successful programs", async () => {
    const plan = ["Charge the card", { id: "mail", description: "Send the mail" }];
    const { sent, llm, step } = await play(
      [
        '(step-done "1" "Charged </data> tx_1")',
        '(step-done "mail" "sent") (/ 1 0)',
        '(step-done "extra" "more") (do 1)',
        "(return 1)",
      ],
      { plan },
    );
    expect(textOf(llm.requests[0]?.messages[0]?.content)).toContain(
      "- 1: Charge the card\n- mail: Send the mail",
    );
    expect(sent[1]).toContain(
      "- [x] 1: Charge the card — Charged &lt;/data> tx_1\n- [ ] mail: Send the mail",
    );
    expect(sent[2]).toContain("- [ ] mail: Send the mail");
    expect(sent[3]).toContain("Out-of-plan steps:\n- [x] extra: more");
    expect(step.summaries).toEqual({ "1": "Charged </data> tx_1", extra: "more" });
  });

  test("doesn't mention a plan if there isn't one", async () => {
    expect((await play(['(step-done "1" "x") (do 1)', "(return 1)"])).sent[1]).not.toContain(
      "Progress",
    );
  });
});

describe("values in messages to the model", () => {
  test("`floatPrecision` rounds the output, never the values", async () => {
    const { step, sent } = await play(
      ["[3.14159 {:a 2.71828}]", "(return (first *1))"].map(fenced),
      { format: { floatPrecision: 2 } },
    );
    expect(sent[1]).toContain("[3.14 {:a 2.72}]");
    expect(step).toMatchObject({
      return: 3.14159,
      turns: [{ result: [3.14159, { a: 2.71828 }] }, {}],
    });
  });

  test("values, prints and samples stay within their limits", async () => {
    const format = {
      feedbackLimit: 2,
      feedbackMaxChars: 60,
      printsMaxChars: 100,
      maxPrintLength: 40,
      sampleMaxChars: 50,
    };
    const { sent, llm } = await play(
      [
        `(do (println (apply str (repeat 500 "p"))) (println "second") (println (apply str (repeat 500 "q"))) ${large})`,
        "(return 1)",
      ],
      { format, context: { rows: Array.from({ length: 500 }, (_, id) => ({ id })) } },
    );
    expect(sent[1]).toContain("[0 1 #_(998 more)]");
    const prints = /<data kind="prints">\n([^]*?)\n<\/data>/.exec(sent[1] ?? "")?.[1] ?? "";
    expect(prints).toContain(`${"p".repeat(40)}\n… (460 more characters: print less)\nsecond`);
    expect(prints.length).toBeLessThan(160);
    expect(
      /<data kind="shape">\n([^]*?)\n<\/data>/.exec(
        textOf(llm.requests[0]?.messages[0]?.content),
      )?.[1]?.length,
    ).toBeLessThanOrEqual(50);
  });

  test("`historyMaxBytes` limits the value of *1 in later programs", async () => {
    expect(
      (await play([large, "(return (count *1))"], { format: { historyMaxBytes: 40 } })).step,
    ).toMatchObject({
      return: expect.toSatisfy((count: number) => count > 1 && count < 20) as unknown,
    });
    expect(
      (await play([large, "(return (count *1))"], { format: { historyMaxBytes: 10_000 } })).step,
    ).toMatchObject({ return: 1_000 });
  });
});

describe("previewPrompt", () => {
  test("previewPrompt returns the first request, for any agent", async () => {
    const agents = [
      defineAgent({ prompt: "p" }),
      defineAgent({
        prompt: "Sum {{what}} of {{_secret}}.",
        signature: "(what :string) -> {n :int}",
        plan: ["a"],
        thinking: true,
        maxTurns: 1,
        fieldDescriptions: { n: "a number" },
        contextDescriptions: { what: "the field" },
        tools: {
          find: { signature: "(q :string) -> [:int]", description: "Finds.", execute: () => [] },
        },
        systemPrompt: { prefix: "x" },
        format: { sampleMaxChars: 40 },
      }),
    ];
    const context = { what: "all", _secret: "s", rows: [{ id: 1 }] };
    for (const agent of agents) {
      const llm = createScriptedModel(["(return {:n 1})"]);
      await run(agent, { llm, context, memory: { kept: [1, 2] } });
      const memory = (await run(agent, { context, memory: { kept: [1, 2] } })).memory;
      const preview = previewPrompt(agent, context, memory);
      expect(preview).toMatchObject({
        ok: true,
        messages: llm.requests[0]?.messages.map(({ role, content }) => ({ role, content })),
      });
    }
  });

  test("previewPrompt reports why a mission could not start", () => {
    expect(previewPrompt(defineAgent({ prompt: "{{a}}" }))).toMatchObject({
      ok: false,
      fail: { reason: "template_error" },
    });
    expect(previewPrompt(defineAgent({ prompt: "{{a}}" }), { a: " " })).toMatchObject({
      ok: false,
      fail: {
        reason: "template_error",
        message: "the prompt is empty after its placeholders are replaced",
      },
    });
    expect(
      previewPrompt(defineAgent({ prompt: "p", signature: "(a :int) -> :int" }), {
        a: "x" as never,
      }),
    ).toMatchObject({ ok: false, fail: { reason: "validation_error" } });
  });
});
