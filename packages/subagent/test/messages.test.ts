// Data that a provider needs back in the next request stays with the messages: in the request, on
// the step, in the step's JSON and in the trace. Firewalled fields of tool results don't enter the
// conversation.
import { describe, expect, test } from "vitest";
import type { ModelRequest, ResponsePart, ScriptedAnswer } from "@ptc/llm";
import { createScriptedModel } from "@ptc/llm";
import { createMemoryTracer, formatEvent, formatTraceHeader, readTrace } from "@ptc/tracer";
import { failedStep, type StepMessage } from "../src/index.ts";
import { stepFromJson, stepToJson } from "../src/step-json/index.ts";
import { fenced, play } from "./missions.ts";
import { call, nativeMode, runIn } from "./native-mode.ts";

const signed = { acme: { signature: "s1" } };
const program = `I look.\n${fenced("(def a 1)")}`;

/** Returns how the second request contains the first response. */
async function sentBack(answer: ScriptedAnswer): Promise<ModelRequest["messages"][number]> {
  const { llm } = await play([answer, "(return 1)"]);
  const message = llm.requests[1]?.messages[2];
  if (message === undefined) throw new Error("nothing was sent back");
  return message;
}

describe("a response with a program in the next request", () => {
  test.each<[string, readonly ResponsePart[], unknown]>([
    ["as its text", [{ type: "text", text: program }], fenced("(def a 1)")],
    [
      "without unsigned thinking",
      [
        { type: "thinking", text: "Hm." },
        { type: "text", text: program },
      ],
      fenced("(def a 1)"),
    ],
    [
      "with thinking that the provider signed, and without thinking in the text",
      [
        { type: "thinking", text: "Hm.", providerData: signed },
        { type: "thinking", text: "", providerData: { acme: { encrypted: "x" } } },
        { type: "text", text: "I look.\n" },
        { type: "text", text: fenced("(def a 1)") },
      ],
      [
        { type: "thinking", text: "Hm.", providerData: signed },
        { type: "thinking", text: "", providerData: { acme: { encrypted: "x" } } },
        { type: "text", text: fenced("(def a 1)") },
      ],
    ],
    [
      "with a separate signature after the text",
      [
        { type: "text", text: program },
        { type: "text", text: "", providerData: signed },
      ],
      [
        { type: "text", text: fenced("(def a 1)") },
        { type: "text", text: "", providerData: signed },
      ],
    ],
    [
      "whole if the provider signed the text",
      [
        { type: "thinking", text: "Hm." },
        { type: "text", text: program, providerData: signed },
      ],
      [{ type: "text", text: program, providerData: signed }],
    ],
    [
      "without unanswered calls",
      [
        { type: "text", text: program },
        { ...call("1", "find", {}), providerData: signed },
      ],
      fenced("(def a 1)"),
    ],
    [
      "with a word if it was empty",
      [{ type: "thinking", text: "Hm.", providerData: signed }],
      [
        { type: "thinking", text: "Hm.", providerData: signed },
        { type: "text", text: "(no answer)" },
      ],
    ],
  ])("resends a response %s", async (_, content, resent) => {
    expect(await sentBack({ content })).toEqual({ role: "assistant", content: resent });
  });

  test("resends a response with the data that the provider attached to it", async () => {
    expect(await sentBack({ text: program, providerData: signed })).toEqual({
      role: "assistant",
      content: fenced("(def a 1)"),
      providerOptions: signed,
    });
  });
});

/** A mission whose conversation has every kind of part. */
async function conversation() {
  const tracer = createMemoryTracer();
  const llm = createScriptedModel([
    {
      content: [
        { type: "thinking", text: "Hm.", providerData: signed },
        { type: "text", text: "I look." },
        { ...call("1", "find", { q: [1, { $set: 2 }] }), providerData: signed },
        { ...call("2", "program", null), malformedInput: "{" },
      ],
      providerData: signed,
    },
    "Enough.",
    "{}",
  ]);
  const find = () => ({
    rows: [{ id: 1, _ssn: "canary", at: new Date(0) }],
    pair: ["_pin", "canary"],
    text: '{"_key":"canary"}',
    big: 2n ** 64n,
  });
  const step = await runIn(
    nativeMode,
    { llm, collectMessages: true, trace: tracer },
    { tools: { find } },
  );
  return { step, llm, tracer };
}

describe("a conversation with native tool calls", () => {
  test("the step has the conversation with its texts and parts", async () => {
    const { step, llm } = await conversation();
    const [system, user, assistant, tool] = step.messages ?? [];
    expect(system).toEqual({ role: "system", content: "Call tools." });
    expect(user).toEqual({ role: "user", content: "Do it." });
    expect(assistant).toMatchObject({ content: "I look.", providerOptions: signed });
    expect(assistant?.parts).toEqual(llm.requests[1]?.messages[2]?.content);
    expect(tool?.parts).toEqual(llm.requests[1]?.messages[3]?.content);
    expect(tool?.content.split("\n")).toHaveLength(2);
    expect(step.turns[1]?.messages?.map(({ role }) => role)).toEqual([
      "system",
      "user",
      "assistant",
      "tool",
      "assistant",
      "user",
    ]);
  });

  test("firewalled fields of results are hidden from the model, the step and the trace", async () => {
    const { step, llm, tracer } = await conversation();
    expect(llm.requests[1]?.messages[3]?.content).toMatchObject([
      {
        output: {
          rows: [{ id: 1, _ssn: "<Firewalled>", at: "1970-01-01T00:00:00.000Z" }],
          pair: ["_pin", "<Firewalled>"],
          text: '{"_key":"<Firewalled>"}',
          big: "18446744073709551616",
        },
      },
      {},
    ]);
    const revealed = tracer.events.map((event) => formatEvent(event, { reveal: true })).join("\n");
    for (const text of [
      JSON.stringify(llm.requests.map(({ messages }) => messages)),
      JSON.stringify(step.messages),
      revealed,
    ])
      expect(text).not.toContain("canary");
    expect(revealed).toContain("<Firewalled>");
  });

  test("the trace has the conversation and can be read back", async () => {
    const { step, tracer } = await conversation();
    const last = tracer.events.findLast(({ type }) => type === "model-request-start");
    expect(last?.data).toMatchObject({
      provider: "scripted",
      model: "scripted",
      messages: step.messages?.slice(0, -1),
    });
    const lines = tracer.events.map((event) => formatEvent(event));
    const read = readTrace([formatTraceHeader(), ...lines].join("\n"));
    expect(read.problems).toEqual([]);
  });

  test("the conversation survives JSON unchanged", async () => {
    const { step } = await conversation();
    const read = await stepFromJson(JSON.parse(JSON.stringify(stepToJson(step))));
    if (!read.ok) throw new Error(read.message);
    expect(read.step.messages).toEqual(step.messages);
    expect(read.step.turns.map(({ messages }) => messages)).toEqual(
      step.turns.map(({ messages }) => messages),
    );
  });
});

describe("messages in JSON that aren't messages of a step", () => {
  const result = { type: "tool-result", toolCallId: "1", toolName: "a", output: 1 };
  const toolCall = { type: "tool-call", toolCallId: "1", toolName: "a", input: {} };
  const spoken = (...parts: readonly unknown[]) => ({ role: "assistant", content: "", parts });

  test.each<[unknown, string]>([
    [{ role: "robot", content: "" }, "messages[0].role"],
    [{ role: "tool", content: "" }, "messages[0].parts"],
    [{ role: "tool", content: "", parts: [toolCall] }, "messages[0].parts[0].type"],
    [{ role: "user", content: "", parts: [toolCall] }, "messages[0].parts[0].type"],
    [spoken(result), "messages[0].parts[0].type"],
    [spoken({ ...toolCall, toolCallId: 1 }), "messages[0].parts[0].toolCallId"],
    [spoken({ ...toolCall, input: { $no: 1 } }), "messages[0].parts[0].input: unknown tag"],
    [spoken({ type: "tool-call", toolCallId: "1", toolName: "a" }), "messages[0].parts[0].input"],
    [spoken({ type: "text" }), "messages[0].parts[0].text"],
    [
      spoken({ type: "thinking", text: "", providerData: { a: { $no: 1 } } }),
      "messages[0].parts[0].providerData.a: unknown tag",
    ],
    [
      spoken({ type: "thinking", text: "", providerData: { a: 1 } }),
      "messages[0].parts[0].providerData: expected objects by provider name",
    ],
    [
      { role: "user", content: "", providerOptions: [] },
      "messages[0].providerOptions: expected objects by provider name",
    ],
    [
      { role: "tool", content: "", parts: [{ ...result, isError: "no" }] },
      "messages[0].parts[0].isError",
    ],
    [
      { role: "tool", content: "", parts: [{ ...result, output: [{ $set: 1 }] }] },
      "messages[0].parts[0].output[0]: malformed $set",
    ],
  ])("refuses invalid messages with their path: %#", async (message, place) => {
    const good = JSON.parse(JSON.stringify(stepToJson(failedStep("a", "b")))) as object;
    expect(await stepFromJson({ ...good, messages: [message] })).toEqual({
      ok: false,
      message: expect.stringContaining(place) as unknown,
    });
  });

  test("limits the size of data in messages", async () => {
    let shared: unknown = 1;
    for (let level = 0; level < 60; level++) shared = [shared, shared];
    const message: StepMessage = {
      role: "assistant",
      content: "",
      parts: [{ ...call("1", "a", shared), providerData: { a: { b: () => 1 } } }],
    };
    const json = stepToJson(failedStep("a", "b", {}, undefined, { messages: [message] }));
    expect(json.messages?.[0]?.parts?.[0]).toMatchObject({ input: "#<too large to store>" });
    expect(await stepFromJson(JSON.parse(JSON.stringify(json)))).toMatchObject({ ok: true });
  });
});
