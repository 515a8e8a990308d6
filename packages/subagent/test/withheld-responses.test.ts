// Responses that the provider withheld: a content filter stopped them, or the model refused. The
// raw reasons are those of the providers' APIs.
import { describe, expect, test } from "vitest";
import { ModelError, createScriptedModel, type ScriptEntry } from "@ptc/llm";
import {
  asTool,
  createChat,
  defineAgent,
  llmQuery,
  run,
  type ModeName,
  type PromptOptions,
} from "../src/index.ts";
import { compileAgent } from "../src/compiled/index.ts";
import { call, program } from "./native-calls.ts";

const withheld = (raw = "content_filter", text = ""): ScriptEntry => ({
  text,
  finishReason: "content_filtered",
  rawFinishReason: raw,
});

const asked = async (script: readonly ScriptEntry[], options: Partial<PromptOptions<string>>) => {
  const llm = createScriptedModel(script);
  const step = await run("Do it.", { ...(options as PromptOptions<string>), llm });
  return { step, sent: llm.requests.map(({ messages }) => messages) };
};

const answers: Readonly<Record<ModeName, ScriptEntry>> = {
  program: "```clojure\n(return 7)\n```",
  "program-call": { content: [program("a", "(return 7)")] },
  text: '{"answer": 7}',
  combined: '{"answer": 7}',
};

describe("a response that the provider withheld", () => {
  test.each(Object.entries(answers))(
    "is reported to the model in mode %s, which then answers",
    async (mode, answer) => {
      const { step, sent } = await asked([withheld("SAFETY"), answer], {
        mode: mode as ModeName,
        signature: ":int",
      });
      expect(step).toMatchObject({ ok: true, return: 7 });
      expect(step.turns[0]).toMatchObject({
        ok: false,
        rawResponse: "",
        fail: {
          reason: "response_withheld",
          message:
            "the provider withheld the answer: a content filter or the model refused it (SAFETY)",
        },
      });
      expect(sent[1]?.at(-2)).toMatchObject({ role: "assistant", content: "(no answer)" });
      expect(sent[1]?.at(-1)?.content).toContain(
        "The provider withheld your answer: a content filter or a refusal stopped it (SAFETY).",
      );
      expect(JSON.stringify(sent[1])).not.toContain("empty");
    },
  );

  test.each(["content_filter", "refusal", "RECITATION", "PROHIBITED_CONTENT", "bio_policy"])(
    "ends the mission with its own reason if the next one is withheld too: %s",
    async (raw) => {
      const { step, sent } = await asked([withheld(raw), withheld(raw), "(return 1)"], {
        maxTurns: 5,
      });
      expect(step).toMatchObject({ ok: false, fail: { reason: "response_withheld" } });
      expect(step.ok ? "" : step.fail.message).toContain(raw);
      expect(sent).toHaveLength(2);
    },
  );

  test("ends the mission in its last turn", async () => {
    const { step } = await asked([withheld()], { maxTurns: 1, retryTurns: 0 });
    expect(step).toMatchObject({ ok: false, fail: { reason: "response_withheld" } });
  });

  test("may happen twice with another response between them", async () => {
    const { step } = await asked([withheld(), "(def a 1)", withheld(), "(return a)"], {});
    expect(step).toMatchObject({ ok: true, return: 1 });
  });

  test("is not run or sent back, even if a part of it arrived", async () => {
    const cut = "```clojure\n(return 1)\n```";
    const { step, sent } = await asked([withheld("SAFETY", cut), "(return 2)"], {});
    expect(step).toMatchObject({ ok: true, return: 2, turns: [{ rawResponse: cut }, {}] });
    expect(JSON.stringify(sent[1])).not.toContain("(return 1)");
  });

  test("makes none of its calls", async () => {
    const made: unknown[] = [];
    const { step } = await asked(
      [
        { content: [call("a", "find", {})], finishReason: "content_filtered" },
        { content: [call("b", "find", {})] },
        "Done.",
      ],
      { mode: "text", tools: { find: () => made.push(1) } },
    );
    expect(step.ok).toBe(true);
    expect(made).toEqual([1]);
  });

  test("is answered with the requirement of the last turn", async () => {
    const { sent } = await asked([withheld(), "(return 1)"], { maxTurns: 2, retryTurns: 0 });
    expect(sent[1]?.at(-1)?.content).toContain("This is the last turn");
  });

  test("is the reason of a question that a program asks", async () => {
    const { step } = await asked(
      ['(return (tool/llm-query {:prompt "Is it?"}))', withheld("refusal"), withheld("refusal")],
      { tools: { "llm-query": llmQuery() }, maxTurns: 1, retryTurns: 0 },
    );
    expect(step.ok ? "" : step.fail.message).toContain("the provider withheld the answer");
  });

  test("is reported in a chat and while an agent is compiled", async () => {
    const agent = defineAgent({ prompt: "Double {{n}}.", signature: "(n :int) -> :int" });
    const chat = createChat(defineAgent({ prompt: "You answer." }), {
      llm: createScriptedModel([withheld(), withheld(), "(return 1)"]),
    });
    expect(await chat.send("Hello.")).toMatchObject({ fail: { reason: "response_withheld" } });
    expect(await chat.send("Hello.")).toMatchObject({ ok: true, return: 1 });
    const compiled = await compileAgent(agent, {
      llm: createScriptedModel([withheld(), withheld()]),
      samples: [{ context: { n: 1 } }],
    });
    expect(compiled).toMatchObject({ ok: false, fail: { reason: "response_withheld" } });
  });
});

describe("a prompt that the provider blocked", () => {
  /** Errors of SDKs. Their forms are tested in `@ptc/llm`; here, each must end the mission. */
  const blocked: readonly [string, Error][] = [
    [
      "Gemini",
      new ModelError({ kind: "content_filtered", message: "the prompt was blocked: SAFETY" }),
    ],
    [
      "Anthropic",
      Object.assign(new Error("400 Output blocked by content filtering policy"), { status: 400 }),
    ],
    [
      "Azure",
      Object.assign(new Error("400 The response was filtered"), {
        status: 400,
        code: "content_filter",
        error: { innererror: { code: "ResponsibleAIPolicyViolation" } },
      }),
    ],
    [
      "OpenAI",
      Object.assign(
        new Error("400 your prompt was flagged as potentially violating our usage policy"),
        {
          status: 400,
          code: "invalid_prompt",
        },
      ),
    ],
    ["OpenRouter", Object.assign(new Error("403 Your input was flagged"), { status: 403 })],
    ["DeepSeek", Object.assign(new Error("400 Content Exists Risk"), { status: 400 })],
  ];

  test.each(blocked)("ends the mission as withheld, after one request: %s", async (_, error) => {
    for (const mode of Object.keys(answers) as ModeName[]) {
      let requests = 0;
      const failing = (): Promise<never> => {
        requests += 1;
        return Promise.reject(error);
      };
      const step = await run("Do it.", {
        mode,
        maxTurns: 5,
        llm: {
          ...createScriptedModel([]),
          generate: failing,
          stream: () => ({ [Symbol.asyncIterator]: () => ({ next: failing }) }),
        },
      });
      expect(step).toMatchObject({
        ok: false,
        fail: {
          reason: "response_withheld",
          message: `the provider withheld the answer: ${error.message}`,
          details: { kind: "content_filtered" },
        },
      });
      expect(requests, mode).toBe(1);
    }
  });

  test("ends a later turn, which keeps the work before it", async () => {
    const { step, sent } = await asked(
      ["(def a 1)", new ModelError({ kind: "content_filtered" }), "(return a)"],
      {},
    );
    expect(step).toMatchObject({ ok: false, fail: { reason: "response_withheld" } });
    expect(step.memory.get("a")).toBe(1);
    expect(sent).toHaveLength(2);
  });

  test("is the reason of a question that a program asks, and of a child mission", async () => {
    const error = new ModelError({ kind: "content_filtered" });
    const { step } = await asked(['(return (tool/llm-query {:prompt "Is it?"}))', error], {
      tools: { "llm-query": llmQuery() },
      maxTurns: 1,
      retryTurns: 0,
    });
    expect(step.ok ? "" : step.fail.message).toContain("the provider withheld the answer");
    const child = defineAgent({ prompt: "Ask.", signature: ":int" });
    const { step: parent } = await asked(["(return (tool/ask))", error], {
      tools: { ask: asTool(child) },
      maxTurns: 1,
      retryTurns: 0,
    });
    expect(parent.childSteps?.[0]?.step).toMatchObject({ fail: { reason: "response_withheld" } });
  });

  test("isn't confused with other refusals of a request", async () => {
    for (const kind of ["auth", "invalid_request", "context_too_long"] as const)
      expect((await asked([new ModelError({ kind })], {})).step).toMatchObject({
        fail: { reason: "llm_error", details: { kind } },
      });
  });
});
