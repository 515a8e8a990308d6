// What programs and models see of the requests, turns and tool calls that are left.
import { describe, expect, test } from "vitest";
import type { ScriptEntry } from "@ptc/llm";
import {
  asTool,
  defineAgent,
  llmQuery,
  llmTool,
  previewPrompt,
  type AgentOptions,
} from "../src/index.ts";
import { play } from "./missions.ts";
import { call, calls, program, systemOf } from "./native-calls.ts";

const usage = { inputTokens: 100, outputTokens: 20 };
const price = (tokens: { readonly outputTokens: number }): number => tokens.outputTokens;
const last = "This is the last turn: end the program with (return value).";
const find = { signature: "(n :int) -> :int", execute: ({ n }: { n: number }) => n };
const part = defineAgent({ prompt: "Part {{n}}.", signature: "(n :int) -> :int" });

describe("(budget/remaining) within one program", () => {
  const around = (form: string, keys: string): string =>
    `(let [look #(select-keys (budget/remaining) ${keys}) before (look) _ ${form}] (return [before (look)]))`;

  test.each<readonly [string, string, string, readonly ScriptEntry[], readonly unknown[]]>([
    [
      "the model requests of a question",
      '(tool/ask {:prompt "Is it?"})',
      "[:model-calls :turns]",
      ["yes"],
      [
        { "model-calls": 9, turns: 4 },
        { "model-calls": 8, turns: 4 },
      ],
    ],
    [
      "the requests and turns of a child agent",
      "(tool/part {:n 1})",
      "[:model-calls :turns :work-turns]",
      ["(def a 1)", "(return 2)"],
      [
        { "model-calls": 9, turns: 4, "work-turns": 4 },
        { "model-calls": 7, turns: 3, "work-turns": 3 },
      ],
    ],
    [
      "the tool calls",
      "[(tool/find {:n 1}) (tool/find {:n 2})]",
      "[:mission-tool-calls :model-calls]",
      [],
      [
        { "mission-tool-calls": 20, "model-calls": 9 },
        { "mission-tool-calls": 18, "model-calls": 9 },
      ],
    ],
    [
      "the tokens and the usage",
      '(tool/ask {:prompt "Is it?"})',
      "[:used]",
      [{ text: "yes", usage }],
      [
        { used: { requests: 1, "input-tokens": 100, "output-tokens": 20, tokens: 120 } },
        { used: { requests: 2, "input-tokens": 200, "output-tokens": 40, tokens: 240 } },
      ],
    ],
    [
      "the requests of questions in parallel",
      "(pmap #(tool/ask {:prompt (str %)}) [1 2 3])",
      "[:model-calls]",
      ["a", "b", "c"],
      [{ "model-calls": 9 }, { "model-calls": 6 }],
    ],
  ])("changes with %s", async (_title, form, keys, answers, expected) => {
    const { step } = await play([{ text: around(form, keys), usage }, ...answers], {
      maxModelCalls: 10,
      maxToolCalls: 20,
      turnBudget: 6,
      tools: { find, ask: llmQuery(), part: asTool(part) },
    });
    expect(step.ok ? step.return : step.fail).toEqual(expected);
  });
});

describe("the last request that a limit permits", () => {
  test("is announced for maxModelCalls, with the turns that are left", async () => {
    const { sent } = await play(["(def a 1)", "(def b 2)", "(return 3)"], { maxModelCalls: 3 });
    expect(sent[1]).toContain("2 turns are left.");
    expect(sent[2]).toContain(last);
  });

  test("is announced for maxTokens", async () => {
    const { sent } = await play(
      [
        { text: "(def a 1)", usage: { inputTokens: 1_200, outputTokens: 20 } },
        { text: "(return 3)", usage },
      ],
      { maxTokens: 2_600, modelOptions: { maxOutputTokens: 100 } },
    );
    expect(sent[1]).toContain(last);
  });

  test("is announced for maxCost", async () => {
    const agent: Partial<AgentOptions> = { maxCost: 250, modelOptions: { maxOutputTokens: 100 } };
    const { sent } = await play(
      [
        { text: "(def a 1)", usage: { inputTokens: 1, outputTokens: 90 } },
        { text: "(return 3)", usage },
      ],
      { ...agent, price },
    );
    expect(sent[1]).toContain(last);
  });

  test("is announced after a failed program, and if child agents used up the others", async () => {
    const { sent } = await play(["(foo)", "(return 1)"], { maxModelCalls: 2 });
    expect(sent[1]).toContain(last);
    const used = await play(["(def a (tool/part {:n 1}))", "(return 1)", "(return a)"], {
      maxModelCalls: 3,
      tools: { part: asTool(part) },
    });
    expect(used.sent[2]).toContain(last);
  });

  test.each(["text", "combined"] as const)("is announced in the mode %s", async (mode) => {
    const { sent } = await play([calls(call("a", "find", { n: 1 })), "1"], {
      mode,
      maxModelCalls: 2,
      tools: { find },
    });
    expect(sent[1]).toContain("This is the last turn: answer now, without calling a tool.");
  });

  test("is announced in the mode program-call", async () => {
    const { llm } = await play(
      [calls(program("a", "(def a 1)")), calls(program("b", "(return a)"))],
      {
        mode: "program-call",
        maxModelCalls: 2,
      },
    );
    expect(JSON.stringify(llm.requests[1]?.messages.at(-1))).toContain(last);
  });

  test("is not announced while more requests are left", async () => {
    const { sent } = await play(
      [
        { text: "(def a 1)", usage },
        { text: "(return 3)", usage },
      ],
      { maxTokens: 100_000, maxModelCalls: 5, maxCost: 10_000, price },
    );
    expect(sent[1]).toContain("4 turns are left.");
  });
});

describe("the number of requests in the system prompt", () => {
  const ask = llmTool({ prompt: "Is it {{n}}?", signature: "(n :int) -> :bool" });
  const system = (options: Partial<AgentOptions>): string => {
    const preview = previewPrompt(defineAgent({ prompt: "Do it.", ...options }));
    return preview.ok ? preview.system : preview.fail.message;
  };
  const note = "This mission has 12 in total, including your own turns";

  test.each(["program", "program-call", "text", "combined"] as const)(
    "is stated in the mode %s if tools make requests",
    (mode) => {
      const prompt = system({ mode, maxModelCalls: 12, tools: { ask } });
      expect(prompt.split(note)).toHaveLength(2);
    },
  );

  test.each(["text", "combined"] as const)(
    "is not stated in the mode %s for other tools",
    (mode) => {
      expect(system({ mode, maxModelCalls: 12, tools: { find } })).not.toContain(note);
    },
  );

  test("limits the turns", () => {
    const modes = ["program", "program-call", "text", "combined"] as const;
    for (const mode of modes)
      expect(system({ mode, maxModelCalls: 2, tools: { find } })).toMatch(
        /most 2 (?:turns|replies)/,
      );
  });
});

describe("the usage", () => {
  test("does not count answers of model tools as turns", async () => {
    const { step } = await play(
      ['(def a (tool/ask {:prompt "Is it?"}))', "yes", "(return (tool/part {:n 1}))", "(return 2)"],
      { tools: { ask: llmQuery(), part: asTool(part) } },
    );
    expect(step).toMatchObject({
      ok: true,
      usage: { turns: 3, llmRequests: 4, children: { turns: 1, llmRequests: 2 } },
    });
  });
});

describe("llm-query as a native tool", () => {
  const definitionOf = async (options: Parameters<typeof llmQuery>[0]) => {
    const { llm } = await play(["Done."], {
      mode: "text",
      tools: { "llm-query": llmQuery(options) },
    });
    return llm.requests[0]?.tools?.[0]?.description ?? "";
  };

  test("describes a native call", async () => {
    const description = await definitionOf({});
    expect(description).toContain('{"prompt": "Is this urgent? {{text}}"');
    expect(description).not.toMatch(/\(tool\/|pmap|:prompt|program/);
  });

  test("has the given description, if there is one", async () => {
    expect(await definitionOf({ description: "Asks." })).toBe("Asks.");
  });

  test("gives one rule on many rows, also as a tool of programs, whose description fits", async () => {
    const { llm } = await play(["(return 1)"], { tools: { "llm-query": llmQuery() } });
    const system = systemOf(llm.requests[0]);
    expect(system).toContain("if there are many rows, ask about several at once.");
    expect(system).toContain("returns one of these strings.\n");
    expect(system).not.toContain("Ask about many rows with pmap");
  });
});

test("the paragraph on tasks has its heading", async () => {
  const { llm } = await play(["(return 1)"], { journal: {} });
  expect(systemOf(llm.requests[0])).toContain("\n\n## Tasks\nPut work that must not be done twice");
});
