// Tests unusual responses of the Responses API, and failures.

import { describe, expect, test } from "vitest";
import { callsOf, failureOf, generated, hello, keyed, sentFor, streamed } from "./fake-server.ts";

const created = { type: "response.created", response: { id: "r", model: "m" } };
const completed = (more: object = {}) => ({
  type: "response.completed",
  response: { id: "r", model: "m", status: "completed", output: [], ...more },
});
const item = (output_index: number, given: object, type = "done") => ({
  type: `response.output_item.${type}`,
  output_index,
  item: given,
});
const call = (text: string) => ({
  type: "function_call",
  call_id: "c1",
  name: "look",
  arguments: text,
});
const message = (...content: readonly object[]) => ({ type: "message", content });

describe("responses of the Responses API", () => {
  test("reads items without deltas, and items in the last event only", async () => {
    const output = [message({ type: "output_text", text: "I look." }), call('{"at": 1}')];
    for (const events of [
      [created, ...output.map((each, index) => item(index, each)), completed({ output })],
      [completed({ output })],
    ]) {
      const { text, content, finishReason } = await streamed(events);
      expect([text, callsOf(content), finishReason]).toEqual([
        "I look.",
        [["look", { at: 1 }]],
        "tool_calls",
      ]);
    }
  });

  test("separates the parts of a summary, and stores the item to send it back", async () => {
    const reasoning = {
      type: "reasoning",
      id: "rs_1",
      summary: [{ text: "First." }, { text: "Then." }],
      encrypted_content: "c2VjcmV0",
      status: null,
    };
    const delta = (summary_index: number, text: string) => ({
      type: "response.reasoning_summary_text.delta",
      output_index: 0,
      summary_index,
      delta: text,
    });
    const deltas = [delta(0, "Fir"), delta(0, "st."), delta(1, "Then.")];
    const events = [created, ...deltas, item(0, reasoning), completed()];
    const whole = { status: "completed", output: [reasoning] };
    for (const { content } of [await streamed(events), await generated(whole)]) {
      const { type, id, summary, encrypted_content } = reasoning;
      const sent = { type, id, summary, encrypted_content };
      const providerData = { openai: { server: "api.openai.com", item: sent } };
      expect(content).toEqual([{ type: "thinking", text: "First.\n\nThen.", providerData }]);
    }
  });

  test("drops reasoning without its contents, because the server stores nothing", async () => {
    const reasoning = { type: "reasoning", id: "rs_1", summary: [{ text: "Hm." }] };
    const { content } = await generated({ output: [reasoning] });
    expect(content).toEqual([{ type: "thinking", text: "Hm." }]);
    const bare = { ...reasoning, summary: [], encrypted_content: null };
    expect((await generated({ output: [bare] })).content).toEqual([]);
  });

  test("prefers arguments that the server rewrites at the end", async () => {
    const delta = { type: "response.function_call_arguments.delta", output_index: 0 };
    const { content } = await streamed([
      item(0, call(""), "added"),
      { ...delta, delta: '{"at":  1' },
      item(0, call('{"at":1}')),
      completed(),
    ]);
    expect(callsOf(content)).toEqual([["look", { at: 1 }]]);
  });

  const spoken = (phase: string | null | undefined, text: string) => ({
    ...message({ type: "output_text", text }),
    ...(phase === undefined ? {} : { phase }),
  });
  const textDelta = (output_index: number, text: string) => ({
    type: "response.output_text.delta",
    output_index,
    delta: text,
  });

  test.each<readonly [string, readonly object[], string, string]>([
    [
      "before a final answer",
      [spoken("commentary", "I count."), spoken("final_answer", "7")],
      "7",
      "I count.",
    ],
    [
      "before an answer without a phase",
      [spoken("commentary", "I count."), spoken(null, "7")],
      "7",
      "I count.",
    ],
    [
      "in two messages",
      [
        spoken("commentary", "I look."),
        spoken("commentary", "I count."),
        spoken("final_answer", "7"),
      ],
      "7",
      "I look.I count.",
    ],
    ["before a call", [spoken("commentary", "I look."), call("{}")], "", "I look."],
    ["alone", [spoken("commentary", "I look.")], "", "I look."],
  ])("reads commentary %s as thinking", async (_, output, answer, thinking) => {
    const added = output.map((each, index) => {
      const opened = "content" in each ? { ...each, content: [] } : each;
      return item(index, opened, "added");
    });
    const closed = output.map((each, index) => item(index, each));
    const texts = output.map((each, index) => {
      const text = JSON.stringify(each).match(/"text":"([^"]*)"/)?.[1];
      return text === undefined ? [] : [textDelta(index, text)];
    });
    const streams = [
      // With the phase from the start, and with the phase at the end only.
      output.flatMap((_each, index) => [added[index], ...(texts[index] ?? []), closed[index]]),
      output.flatMap((_each, index) => [...(texts[index] ?? []), closed[index]]),
      closed,
    ];
    const answers = [await generated({ status: "completed", output })];
    for (const events of streams) answers.push(await streamed([created, ...events, completed()]));
    for (const { text, content } of answers) {
      expect(text).toBe(answer);
      const thought = content.filter(({ type }) => type === "thinking");
      expect(thought.map((part) => ("text" in part ? part.text : "")).join("")).toBe(thinking);
    }
  });

  test("sends commentary back as a message with its phase", async () => {
    const output = [spoken("commentary", "I count."), spoken("final_answer", "7")];
    const { content } = await generated({ status: "completed", output });
    const { body } = await sentFor(keyed, {
      messages: [...hello.messages, { role: "assistant", content }],
    });
    expect(body["input"]).toEqual([
      { role: "user", content: "Hello." },
      { role: "assistant", content: "I count.", phase: "commentary" },
      { role: "assistant", content: "7", phase: "final_answer" },
    ]);
  });

  test("returns a refusal as text, with the finish reason content_filtered", async () => {
    const refused = message({ type: "refusal", refusal: "I will not." });
    const deltas = { type: "response.refusal.delta", output_index: 0, delta: "I will not." };
    for (const response of [
      await generated({ status: "completed", output: [refused] }),
      await streamed([created, deltas, item(0, refused), completed()]),
    ])
      expect(response).toMatchObject({
        text: "I will not.",
        finishReason: "content_filtered",
        rawFinishReason: "refusal",
      });
  });

  test("reports the reason and usage of a failed response", async () => {
    const error = { code: "rate_limit_exceeded", message: "slow down" };
    const counts = { input_tokens: 10, output_tokens: 0 };
    const failed = { status: "failed", error, usage: counts, output: [] };
    const events = [created, { type: "response.failed", response: failed }];
    for (const asked of [streamed(events), generated(failed)])
      expect(await failureOf(asked)).toMatchObject({
        kind: "rate_limited",
        retryable: true,
        message: "slow down",
        usage: { inputTokens: 10, outputTokens: 0 },
      });
  });

  test.each([
    ["server_is_overloaded", "overloaded"],
    ["invalid_prompt", "invalid_request"],
    ["image_too_large", "invalid_request"],
    ["bio_policy", "content_filtered"],
    ["context_length_exceeded", "context_too_long"],
    ["a_new_code", "server_error"],
  ])("a stream that fails with %s is reported as %s", async (code, kind) => {
    const error = { type: "error", code, message: "no", param: null };
    expect(await failureOf(streamed([created, error]))).toMatchObject({ kind, message: "no" });
  });

  test.each<readonly [string, object, string]>([
    [
      "an answer that is not over",
      { status: "queued", output: [] },
      "expected a finished response, got queued",
    ],
    ["a call without an id", { output: [{ type: "function_call", name: "x" }] }, "the call_id"],
    ["a text that is a number", { output: [message({ type: "output_text", text: 7 })] }, "a text"],
    ["a message without content", { output: [{ type: "message" }] }, "the content of a message"],
    ["an item that is null", { output: [null] }, "an item of the output: expected an object"],
  ])("rejects %s as a response", async (_, body, message) => {
    const error = await failureOf(generated(body));
    expect([error.kind, error.retryable]).toEqual(["invalid_response", true]);
    expect(error.message).toContain(message);
  });

  test("omits invalid counts", async () => {
    const counts = { input_tokens: "7", output_tokens: -1 };
    const response = await generated({ status: "completed", output: [], usage: counts });
    expect(response).not.toHaveProperty("usage");
  });
});
