// Programs that a model writes in another place than its mode expects: as text in the modes with
// native calls, and in native calls in the mode `program`.
import { describe, expect, test } from "vitest";
import { createScriptedModel, type ScriptEntry } from "@ptc/llm";
import { defineAgent, run, type PromptOptions } from "../src/index.ts";
import { compileAgent } from "../src/compiled/index.ts";
import { call, calls, program } from "./native-calls.ts";
import { fenced } from "./missions.ts";

const asked = async (script: readonly ScriptEntry[], options: Partial<PromptOptions<string>>) => {
  const llm = createScriptedModel(script);
  const step = await run("Do it.", { ...(options as PromptOptions<string>), llm });
  const feedback = llm.requests.slice(1).map(({ messages }) => messages.at(-1)?.content);
  return { step, feedback, llm };
};

const find = { signature: "(q :string) -> [:int]", execute: () => [1] };
const invoke = '<invoke name="lisp_eval"><parameter name="program">(return 7)</parameter></invoke>';

describe("a program as text in the mode program-call", () => {
  test.each([
    ["in a block", fenced("(return 7)")],
    ["in a block after prose", `I return it.\n${fenced("(return 7)")}\nDone.`],
    ["in a block without a language", "```\n(return 7)\n```"],
    ["without a fence", "(return 7)"],
    ["in a call as text", invoke],
    ["in JSON", '{"program": "(return 7)"}'],
  ])("runs %s", async (_title, answer) => {
    for (const signature of [":int", ":any"])
      expect((await asked([answer], { mode: "program-call", signature })).step).toMatchObject({
        ok: true,
        return: 7,
        turns: [{ program: "(return 7)", rawResponse: answer }],
      });
  });

  test("is answered like a call, with the name of the tool", async () => {
    const { step, feedback } = await asked(
      [fenced("(def a 7)"), calls(program("a", "(return a)"))],
      {
        mode: "program-call",
      },
    );
    expect(step).toMatchObject({ ok: true, return: 7 });
    expect(feedback[0]).toContain("Defined: a (number)");
    expect(feedback[0]).toContain("Next time, call the tool lisp_eval.");
  });

  test("several programs are sent back", async () => {
    const { step, feedback } = await asked([`${fenced("1")}\n${fenced("2")}`, invoke], {
      mode: "program-call",
      signature: ":int",
    });
    expect(step).toMatchObject({
      ok: true,
      turns: [{ fail: { reason: "multiple_code_blocks" } }, {}],
    });
    expect(feedback[0]).toContain(
      "Your answer has 2 programs; none was run. Call the tool lisp_eval",
    );
  });

  test.each(["It is seven.", "```\nseven\n```", "", '{"total": '])(
    "text that isn't an answer is answered with the tool's name: %j",
    async (answer) => {
      const { step, feedback } = await asked([answer, calls(program("a", "(return {:n 7})"))], {
        mode: "program-call",
        signature: "{n :int}",
      });
      expect(step).toMatchObject({ ok: true, return: { n: 7 } });
      expect(feedback[0]).toContain('Call the tool lisp_eval with {"program": "…"}');
      expect(feedback[0]).not.toMatch(/schema/i);
    },
  );

  test("JSON that doesn't match is answered with its problems and the tool's name", async () => {
    const { feedback } = await asked(['{"n": "x"}', calls(program("a", "(return {:n 7})"))], {
      mode: "program-call",
      signature: "{n :int}",
    });
    expect(feedback[0]).toMatch(/n: expected int[^]*Call the tool lisp_eval/);
    expect(feedback[0]).not.toMatch(/schema/i);
  });

  test("prose is still the answer if the answer is a text", async () => {
    const { step } = await asked(["It is seven."], { mode: "program-call", signature: ":string" });
    expect(step).toMatchObject({ ok: true, return: "It is seven." });
  });
});

describe("a program as text in the mode combined", () => {
  test.each([
    ["in a block", fenced("(+ 3 4)")],
    ["in a block after prose", `Let me count.\n${fenced("(+ 3 4)")}`],
    ["in a call as text", invoke.replace("(return 7)", "(+ 3 4)")],
    ["alone", "(+ 3 4)"],
    ["alone in a block without a language", "```\n(+ 3 4)\n```"],
  ])("runs %s, and the model then answers", async (_title, answer) => {
    const { step, feedback } = await asked([answer, "Seven."], {
      mode: "combined",
      signature: ":string",
    });
    expect(step).toMatchObject({
      ok: true,
      return: "Seven.",
      turns: [{ program: "(+ 3 4)", result: 7 }, {}],
    });
    expect(feedback[0]).toContain('<data kind="value">\n7\n</data>');
    expect(feedback[0]).toContain("Next time, call the tool lisp_eval.");
  });

  test("becomes the answer if the model insists on it", async () => {
    const { step } = await asked([fenced("(+ 3 4)"), fenced("(+ 3 4)")], {
      mode: "combined",
      signature: ":string",
    });
    expect(step).toMatchObject({ ok: true, return: fenced("(+ 3 4)") });
  });

  test("stays text within an answer", async () => {
    const answer = "Write\n\n(count rows)\n\nfor the number of rows.";
    const { step } = await asked([answer], { mode: "combined", signature: ":string" });
    expect(step).toMatchObject({ ok: true, return: answer });
  });

  test("is refused in the turn for the answer", async () => {
    const { step } = await asked([fenced("(+ 3 4)")], {
      mode: "combined",
      signature: ":string",
      maxTurns: 1,
      retryTurns: 0,
    });
    expect(step).toMatchObject({ ok: false, fail: { reason: "max_turns_exceeded" } });
  });

  test("a call of a native tool as text is sent back", async () => {
    const { step, feedback } = await asked(
      ['<tool_call>{"name": "find", "arguments": {"q": "a"}}</tool_call>', "Done."],
      { mode: "combined", signature: ":string", tools: { find } },
    );
    expect(step).toMatchObject({ ok: true, return: "Done.", toolCalls: [] });
    expect(feedback[0]).toContain(
      "A call written as text does nothing: call the tool find itself.",
    );
  });
});

describe("a native call in the mode program", () => {
  test.each<readonly [string, ScriptEntry]>([
    ["alone", calls(program("a", "(return 7)"))],
    ["in a block", calls(program("a", fenced("(return 7)")))],
    [
      "beside prose",
      { content: [{ type: "text", text: "I call it." }, program("a", "(return 7)")] },
    ],
    [
      "beside the same program",
      { content: [{ type: "text", text: "(return 7)" }, program("a", "(return 7)")] },
    ],
    ["twice", calls(program("a", "(return 7)"), program("b", " (return 7)"))],
    [
      "with raw line feeds",
      calls({ ...call("a", "lisp_eval", null), malformedInput: '{"program": "(return\n7)"}' }),
    ],
  ])("runs its program: %s", async (_title, answer) => {
    expect((await asked([answer], { signature: ":int" })).step).toMatchObject({
      ok: true,
      return: 7,
    });
  });

  test("is shown to the model as a program in a block", async () => {
    const { llm } = await asked([calls(program("a", "(def a 1)")), "(return a)"], {});
    expect(llm.requests[1]?.messages.at(-2)?.content).toBe(fenced("(def a 1)"));
  });

  test.each([
    ["a tool of the agent", call("a", "find", { q: "x" }), '(tool/find {:q "x"})'],
    ["an unknown tool", call("a", "python", { code: "1" }), "(tool/name {:key value})"],
    ["a call without a program", call("a", "lisp_eval", { code: 1 }), "(tool/name {:key value})"],
    ["arguments that aren't JSON", { ...call("a", "find", null), malformedInput: "{" }, "(tool/"],
  ])("is reported as a native call: %s", async (_title, native, form) => {
    const { step, feedback } = await asked([calls(native), "(return 7)"], { tools: { find } });
    expect(step).toMatchObject({ ok: true, return: 7 });
    expect(step.turns[0]).toMatchObject({
      rawResponse: expect.stringContaining(native.toolName) as unknown,
    });
    expect(step.turns[0]?.fail?.message).toContain(`a native call of ${native.toolName}`);
    expect(feedback[0]).toContain("A native call does nothing here: no tools are offered.");
    expect(feedback[0]).toContain(form);
  });

  test("two programs are rejected, and so is a call beside a program", async () => {
    for (const content of [
      [{ type: "text" as const, text: "(return 1)" }, program("a", "(return 2)")],
      [{ type: "text" as const, text: "(return 1)" }, call("a", "find", { q: "x" })],
    ])
      expect((await asked([{ content }, "(return 3)"], { tools: { find } })).step).toMatchObject({
        return: 3,
        turns: [
          {
            fail: {
              reason: "multiple_code_blocks",
              message:
                "the answer contains programs or calls in several forms: a program in the text, a native call",
            },
          },
          {},
        ],
      });
  });

  test("runs while an agent is compiled", async () => {
    const agent = defineAgent({ prompt: "Double {{n}}.", signature: "(n :int) -> :int" });
    const compiled = await compileAgent(agent, {
      llm: createScriptedModel([calls(program("a", "(return (* 2 data/n))"))]),
      samples: [{ context: { n: 2 }, expected: 4 }],
    });
    expect(compiled.ok).toBe(true);
  });
});
