// The turn loop: what the model is told after each of its answers, what ends a mission, what is
// kept from turn to turn.
import { describe, expect, test } from "vitest";
import { createScriptedModel, type ScriptEntry } from "@ptc/llm";
import { defineAgent, previewPrompt, run, type AgentOptions } from "../src/index.ts";
import { fenced, lastText, play, textOf } from "./missions.ts";

const large = "(vec (range 1000))";

describe("retry turns", () => {
  test("come after the work turns, and say that the program must return", async () => {
    const { step, told } = await play(["1", "2", "3", "(return 4)"], {
      maxTurns: 2,
      retryTurns: 2,
    });
    expect(step).toMatchObject({ ok: true, return: 4, usage: { turns: 4 } });
    expect(told[1]).toContain("This is the last turn: end the program with (return value).");
    expect(told[2]).toContain("must end with (return value). 2 turns left.");
    expect(told[3]).toContain("must end with (return value). 1 turn left.");
  });

  test("repair an answer that does not fit, of a single shot too", async () => {
    const { step, told } = await play([fenced('"a"'), fenced('"b"'), fenced("3")], {
      maxTurns: 1,
      retryTurns: 2,
      signature: ":int",
    });
    expect(step).toMatchObject({ ok: true, return: 3 });
    expect(told[1]).toContain("expected int");
    expect(told[2]).toContain("1 turn left");
  });

  test("end with the last reason when they are used up too", async () => {
    const { step, llm } = await play(["(foo)", "(bar)", "(baz)"], { maxTurns: 2, retryTurns: 1 });
    expect(step).toMatchObject({
      ok: false,
      fail: { reason: "max_turns_exceeded", details: { errors: [{ reason: "analysis_error" }] } },
    });
    expect(step.ok ? "" : step.fail.message).toContain(
      "no answer within 3 turns; the last turn ended with analysis_error: unknown symbol baz",
    );
    expect(llm.requests).toHaveLength(3);
  });
});

describe("the turn budget", () => {
  test("bounds work and retry turns together, and the last one is told", async () => {
    const { step, told, llm } = await play(["1", "2", "3", "4"], {
      maxTurns: 2,
      retryTurns: 5,
      turnBudget: 3,
    });
    expect(step).toMatchObject({ ok: false, fail: { reason: "turn_budget_exhausted" } });
    expect(llm.requests).toHaveLength(3);
    expect(told[2]).toContain("1 turn left");
    expect((await play(["1", "2"], { maxTurns: 5, turnBudget: 2 })).told[1]).toContain(
      "This is the last turn",
    );
  });

  test("of twenty holds for an agent that asks for more turns", async () => {
    const { step } = await play(
      Array.from({ length: 25 }, () => "1"),
      { maxTurns: 25 },
    );
    expect(step).toMatchObject({
      ok: false,
      fail: {
        reason: "turn_budget_exhausted",
        message: expect.stringContaining("the budget of 20 turns") as unknown,
      },
    });
  });
});

describe("implicit completion", () => {
  const implicit: Partial<AgentOptions> = { completion: "implicit", signature: ":int" };

  test("takes the value of the first program that ends with one", async () => {
    const { step, llm } = await play(
      [fenced("(def rows [1 2])"), "(println 1)", fenced("(count rows)")],
      implicit,
    );
    expect(step).toMatchObject({ ok: true, return: 2, usage: { turns: 3 } });
    expect(lastText(llm.requests[1] ?? { messages: [] })).not.toContain("(return value)");
  });

  test("takes `return` as well", async () => {
    expect((await play(["(do (return 7) 8)"], implicit)).step).toMatchObject({
      ok: true,
      return: 7,
    });
  });

  test("nil and definitions are no answer while turns are left", async () => {
    const { step } = await play(["(defn f [] 1)", "(do (println 1) nil)", "(f)"], {
      completion: "implicit",
    });
    expect(step).toMatchObject({ ok: true, return: 1 });
    expect(
      (await play(["(do nil)", "(do nil)"], { completion: "implicit", maxTurns: 2 })).step,
    ).toMatchObject({ ok: true, return: null });
  });

  test("a value that does not fit is told with its place, and its definitions stay", async () => {
    const { step, told } = await play(['(do (def a 5) "many")', "(+ a 1)"], implicit);
    expect(step).toMatchObject({ ok: true, return: 6 });
    expect(step.turns[0]).toMatchObject({ ok: true, result: "many" });
    expect(told[1]).toContain("As an answer the value does not match the signature:");
    expect(told[1]).toContain('expected int, got string "many"');
  });

  test("in the last turn whatever the program ends with is held to the signature", async () => {
    const { step, told } = await play(["(println 1)", '(do "many")'], { ...implicit, maxTurns: 2 });
    expect(step).toMatchObject({
      ok: false,
      fail: { reason: "max_turns_exceeded", details: { errors: [{ reason: "validation_error" }] } },
    });
    expect(told[1]).toContain("This is the last turn: end the program with the answer.");
  });

  test("an answer stands although what its program defined is too large to keep", async () => {
    for (const program of [`(do (def a ${large}) 7)`, `(do (def a ${large}) (return 7))`]) {
      const { step } = await play([program], { ...implicit, memoryLimitBytes: 100 });
      expect(step).toMatchObject({
        ok: true,
        return: 7,
        warnings: [expect.stringContaining("memory of the last turn was not kept") as unknown],
      });
      expect(step.memory.size).toBe(0);
    }
  });
});

describe("memory beyond its bound", () => {
  test("with `rollback` the turn is undone, and the model is told which names are large", async () => {
    const { step, told } = await play(
      [`(def keep 1)`, `(def rows ${large}) (def keep 2)`, "(return keep)"],
      { memoryStrategy: "rollback", memoryLimitBytes: 1_000 },
    );
    expect(step).toMatchObject({ ok: true, return: 1 });
    expect(told[2]).toContain(
      "takes more than 1000 bytes; the largest: rows (more than 1000), keep (",
    );
    expect(told[2]).toContain("nothing it defined was kept");
    expect(step.turns.map(({ fail, memory }) => [fail?.reason, [...memory.names()]])).toEqual([
      [undefined, ["keep"]],
      ["memory_exceeded", ["keep"]],
      [undefined, ["keep"]],
    ]);
  });

  test("with `strict` it ends the mission, with the memory before", async () => {
    const { step, llm } = await play(["(def keep 1)", `(def rows ${large})`, "(return 1)"], {
      memoryLimitBytes: 1_000,
    });
    expect(step).toMatchObject({
      ok: false,
      fail: {
        reason: "memory_exceeded",
        details: { limit: { option: "memoryLimitBytes", value: 1_000, unit: "bytes" } },
      },
    });
    expect(step.memory.toHost()).toEqual({ keep: 1 });
    expect(llm.requests).toHaveLength(2);
  });

  test("the limit of a program is no end of the mission", async () => {
    expect(
      (await play([large, "(return 1)"], { limits: { memoryBytes: 5_000 } })).step,
    ).toMatchObject({ ok: true, return: 1, turns: [{ fail: { reason: "memory_exceeded" } }, {}] });
  });
});

describe("from turn to turn", () => {
  test("memory is kept or undone as a whole, however a turn fails", async () => {
    const failing = [
      "(def a 2) (/ 1 0)",
      '(def a 3) (throw (ex-info "x" {}))',
      "(def a 4) (tool/break)",
      "(def a 5) (reduce + (range 100000))",
      '(def a 6) (return "text")',
      fenced("(def a 7) (+ 1"),
    ];
    const { step } = await play(["(def a 1)", ...failing, "(return a)"], {
      maxTurns: 9,
      signature: ":int",
      limits: { steps: 5_000 },
      tools: {
        break: () => {
          throw new Error("down");
        },
      },
    });
    expect(step).toMatchObject({ ok: true, return: 1 });
    expect(step.turns.slice(1, -1).every(({ ok }) => !ok)).toBe(true);
  });

  test("*1 to *3 are the last values of programs that succeeded, large ones shortened", async () => {
    const { step } = await play(["(do 1)", "(foo)", "(do 2)", "(return [*1 *2 *3])"]);
    expect(step).toMatchObject({ return: [2, 1, null] });
    expect((await play([large, "(return (< 10 (count *1) 1000))"])).step).toMatchObject({
      return: true,
    });
  });
});

describe("an answer that is no program", () => {
  test.each<[string, ScriptEntry]>([
    ["prose", "I would rather talk."],
    ["nothing", ""],
    ["white space", " \n\t "],
    ["thinking only", "<think>hm</think>"],
    ["an empty block", "```clojure\n```"],
  ])("%s: is told, and costs a turn", async (_, answer) => {
    const { step, told, llm } = await play([answer, "(return 1)"], { collectMessages: true });
    expect(step).toMatchObject({
      ok: true,
      turns: [{ ok: false, fail: { reason: "no_code_found" } }, {}],
    });
    expect(told[1]).toContain("Your answer holds no program.");
    expect(told[1]).toContain("exactly one program");
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

  test("two megabytes of it do not make the conversation longer, and stand in the step as they came", async () => {
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
  });

  test("one that was cut off at its length limit is told to be shorter, whatever is wrong with it", async () => {
    for (const text of ["Let me think about", "```clojure\n(def a [1 2", "(def a [1 2"]) {
      const { told } = await play([{ text, finishReason: "length" }, "(return 1)"]);
      expect(told[1]).toContain("cut off at its length limit: write a shorter program");
      expect(told[1]).not.toContain('data kind="error"');
    }
    expect((await play([{ text: "(return 1)", finishReason: "length" }])).step.ok).toBe(true);
  });
});

describe("a program that fails again and again", () => {
  test("is told to be the same as before", async () => {
    const { told } = await play(["(foo)", "(foo)", "(bar)", "(bar)"], { maxTurns: 4 });
    const repeated =
      "This is the same program as before, and it fails the same way: write another one.";
    expect(told.map((text) => text.includes(repeated))).toEqual([false, false, true, false]);
    expect(told[1]).toContain("Write the corrected program.");
  });
});

describe("the system prompt", () => {
  const systemOf = async (systemPrompt: AgentOptions["systemPrompt"]) => {
    const { llm } = await play(["(return 1)"], {
      ...(systemPrompt === undefined ? {} : { systemPrompt }),
    });
    return llm.requests[0]?.messages[0];
  };

  test("is replaced by a text, put between a prefix and a suffix, or made by a function", async () => {
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

  test("that is empty is not sent", async () => {
    expect(await systemOf("")).toMatchObject({ role: "user", content: "Do it." });
    expect(previewPrompt(defineAgent({ prompt: "p", systemPrompt: "" }))).toMatchObject({
      messages: [{ role: "user", content: "p" }],
    });
  });
});

describe("a plan", () => {
  test("is shown with its progress, which counts where the program succeeded", async () => {
    const plan = ["Charge the card", { id: "mail", description: "Send the mail" }];
    const { told, llm, step } = await play(
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
    expect(told[1]).toContain(
      "- [x] Charge the card: Charged &lt;/data> tx_1\n- [ ] Send the mail",
    );
    expect(told[2]).toContain("- [ ] Send the mail");
    expect(told[3]).toContain("Besides the plan:\n- [x] extra: more");
    expect(step.summaries).toEqual({ "1": "Charged </data> tx_1", extra: "more" });
  });

  test("is not spoken of where there is none", async () => {
    expect((await play(['(step-done "1" "x") (do 1)', "(return 1)"])).told[1]).not.toContain(
      "Progress",
    );
  });
});

describe("what the model is shown", () => {
  test("`floatPrecision` rounds what is shown, never the values", async () => {
    const { step, told } = await play(
      ["[3.14159 {:a 2.71828}]", "(return (first *1))"].map(fenced),
      { format: { floatPrecision: 2 } },
    );
    expect(told[1]).toContain("[3.14 {:a 2.72}]");
    expect(step).toMatchObject({
      return: 3.14159,
      turns: [{ result: [3.14159, { a: 2.71828 }] }, {}],
    });
  });

  test("values, prints and samples keep to their limits", async () => {
    const format = {
      feedbackLimit: 2,
      feedbackMaxChars: 60,
      printsMaxChars: 100,
      maxPrintLength: 40,
      sampleMaxChars: 50,
    };
    const { told, llm } = await play(
      [
        `(do (println (apply str (repeat 500 "p"))) (println "second") (println (apply str (repeat 500 "q"))) ${large})`,
        "(return 1)",
      ],
      { format, context: { rows: Array.from({ length: 500 }, (_, id) => ({ id })) } },
    );
    expect(told[1]).toContain("[0 1 #_(998 more)]");
    const prints = /<data kind="prints">\n([^]*?)\n<\/data>/.exec(told[1] ?? "")?.[1] ?? "";
    expect(prints).toContain(`${"p".repeat(40)}\n… (460 more characters: print less)\nsecond`);
    expect(prints.length).toBeLessThan(160);
    expect(
      /<data kind="sample">\n([^]*?)\n<\/data>/.exec(
        textOf(llm.requests[0]?.messages[0]?.content),
      )?.[1]?.length,
    ).toBeLessThanOrEqual(50);
  });

  test("`historyMaxBytes` bounds what later programs find as *1", async () => {
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
  test("is the first request, whatever the agent", async () => {
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

  test("tells why a mission could not begin", () => {
    expect(previewPrompt(defineAgent({ prompt: "{{a}}" }))).toMatchObject({
      ok: false,
      fail: { reason: "template_error" },
    });
    expect(previewPrompt(defineAgent({ prompt: "{{a}}" }), { a: " " })).toMatchObject({
      ok: false,
      fail: {
        reason: "template_error",
        message: "the prompt is empty once its placeholders have their values",
      },
    });
    expect(
      previewPrompt(defineAgent({ prompt: "p", signature: "(a :int) -> :int" }), {
        a: "x" as never,
      }),
    ).toMatchObject({ ok: false, fail: { reason: "validation_error" } });
  });
});
