// The interface between the loop and its modes, tested with two modes of our own. One uses native
// tool calls and requests the final answer as JSON in the same turn. The other needs a capability
// that the model lacks.
import { describe, expect, test } from "vitest";
import type { TraceEvent } from "@ptc/core/contracts";
import {
  createScriptedModel,
  toLanguageModel,
  type LanguageModel,
  type ModelCapabilities,
  type ScriptEntry,
} from "@ptc/llm";
import type { AgentOptions } from "../src/index.ts";
import type { Mode } from "../src/modes/mode.ts";
import { missingCapability, type ModelNeeds } from "../src/modes/model-needs.ts";
import { programMode } from "../src/modes/program/program-mode.ts";
import { call, nativeMode, runIn } from "./native-mode.ts";

const silent: Mode = {
  needs: {},
  systemPrompt: () => "",
  begin: () => ({
    request: () => ({}),
    respond: ({ text }) =>
      Promise.resolve({
        type: "answer",
        value: text,
        messages: [{ role: "assistant", content: text }],
        turn: { rawResponse: text, ok: true, prints: [], toolCalls: [] },
      }),
  }),
};

describe("the needs of a mode", () => {
  const able = (capabilities: Partial<ModelCapabilities>): LanguageModel =>
    createScriptedModel([], {
      capabilities: {
        toolCalls: false,
        thinking: false,
        structuredOutput: "none",
        ...capabilities,
      },
    });

  test.each<[string, ModelNeeds, Partial<ModelCapabilities>, string | undefined]>([
    ["nothing", {}, {}, undefined],
    ["tool calls that the model supports", { toolCalls: true }, { toolCalls: true }, undefined],
    ["tool calls", { toolCalls: true }, {}, "toolCalls"],
    ["thinking", { thinking: true }, { toolCalls: true }, "thinking"],
    [
      "JSON, met by structured output",
      { structuredOutput: "json" },
      { structuredOutput: "schema" },
      undefined,
    ],
    ["a schema", { structuredOutput: "schema" }, { structuredOutput: "json" }, "structuredOutput"],
    [
      "two needs, one of which is met",
      { toolCalls: true, structuredOutput: "json" },
      { toolCalls: true },
      "structuredOutput",
    ],
  ])("checks the needs of a mode: %s", (_, needs, capabilities, missing) => {
    expect(missingCapability({ needs }, able(capabilities))?.details?.data).toEqual(
      missing === undefined ? undefined : { capability: missing },
    );
  });

  test("ends the mission before the first request if the model lacks a capability", async () => {
    let requests = 0;
    const llm = (): string => {
      requests += 1;
      return "1";
    };
    const step = await runIn({ ...silent, needs: { structuredOutput: "schema" } }, { llm });
    expect(step).toMatchObject({
      ok: false,
      fail: {
        reason: "invalid_llm",
        message:
          'the model function/llm lacks the capability `structuredOutput`: "schema", which this mode needs',
        details: { kind: "missing_capability", data: { capability: "structuredOutput" } },
      },
      turns: [],
    });
    expect(step).not.toHaveProperty("usage");
    expect(requests).toBe(0);
  });

  test("calls a model that has the capability, and needs nothing for programs", async () => {
    const llm = toLanguageModel(() => "yes", { capabilities: { toolCalls: true } });
    expect(await runIn({ ...silent, needs: { toolCalls: true } }, { llm })).toMatchObject({
      ok: true,
      return: "yes",
    });
    expect(programMode.needs).toEqual({});
    const silentModel = { ...toLanguageModel(() => "(return 1)"), capabilities: undefined };
    expect(
      await runIn(programMode, { llm: silentModel as unknown as LanguageModel }),
    ).toMatchObject({ ok: true, return: 1 });
    expect(
      await runIn(
        { ...silent, needs: { toolCalls: true } },
        { llm: silentModel as unknown as LanguageModel },
      ),
    ).toMatchObject({ ok: false, fail: { details: { data: { capability: "toolCalls" } } } });
  });
});

describe("native tool calls", () => {
  const play = async (script: readonly ScriptEntry[], agent: Partial<AgentOptions> = {}) => {
    const llm = createScriptedModel(script);
    const events: TraceEvent[] = [];
    const step = await runIn(
      nativeMode,
      { llm, collectMessages: true, onEvent: (event) => void events.push(event) },
      { tools: { find: ({ q }) => [q, 2] }, ...agent },
    );
    return { llm, step, events };
  };
  const script: readonly ScriptEntry[] = [
    { content: [call("1", "find", { q: 1 }), call("2", "program", { source: "(def a 5)" })] },
    { content: [call("3", "program", { source: "(+ a 1)" })] },
    "I am done.",
    '{"n":6}',
  ];

  test("native calls, including programs, get results in the next request, and memory is kept", async () => {
    const { llm, step } = await play(script);
    expect(step).toMatchObject({ ok: true, return: { n: 6 }, usage: { turns: 3, llmRequests: 4 } });
    expect(llm.requests.map(({ messages }) => messages.map(({ role }) => role))).toEqual([
      ["system", "user"],
      ["system", "user", "assistant", "tool"],
      ["system", "user", "assistant", "tool", "assistant", "tool"],
      ["system", "user", "assistant", "tool", "assistant", "tool", "assistant", "user"],
    ]);
    expect(llm.requests[1]?.messages[3]?.content).toMatchObject([
      { toolCallId: "1", output: [1, 2] },
      { toolCallId: "2" },
    ]);
    expect(llm.requests[2]?.messages[5]?.content).toMatchObject([{ toolCallId: "3", output: 6 }]);
    expect(llm.requests[3]).toMatchObject({ output: { name: "answer" } });
    expect(llm.requests[3]).not.toHaveProperty("tools");
  });

  test("a mode may make two requests in one turn, inside one span", async () => {
    const { step, events } = await play(script);
    expect(step.turns.map(({ rawResponse }) => rawResponse)).toEqual(["", "", '{"n":6}']);
    const last = events.findLast(({ type }) => type === "turn-start");
    expect(
      events.filter(
        ({ type, parentSpanId }) => type === "model-request-start" && parentSpanId === last?.spanId,
      ),
    ).toHaveLength(2);
  });

  test("native calls aren't offered in the last turn", async () => {
    const { llm, step } = await play(["I know.", "{}"], { maxTurns: 1 });
    expect(llm.requests[0]?.toolChoice).toBe("none");
    expect(step).toMatchObject({ ok: true, return: {} });
  });

  test("native calls get results in the conversation even if no turn is left", async () => {
    const { llm, step } = await play([{ content: [call("1", "find", { q: 1 })] }], {
      maxTurns: 1,
    });
    expect(llm.requests).toHaveLength(1);
    expect(step).toMatchObject({ ok: false, fail: { reason: "max_turns_exceeded" } });
    expect(step.messages?.map(({ role }) => role)).toEqual(["system", "user", "assistant", "tool"]);
  });
});
