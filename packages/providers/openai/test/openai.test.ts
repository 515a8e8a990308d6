// Runs the adapter suite against servers in both of OpenAI's formats.

import { describe, expect, test } from "vitest";
import { collectStream, type LanguageModel, type ModelStreamEvent } from "@ptc/llm";
import { adapterCases, type AdapterUnderTest, type WireAnswer } from "@ptc/llm/testing";
import { openai } from "../src/index.ts";
import { wire as chat } from "./wire-chat.ts";
import { wire as responses } from "./wire-responses.ts";

const caches = "OpenAI caches prompts by itself: there is nothing to mark";

const everyByte = process.env["PTC_TESTS"] === "whole";

const formats: Readonly<Record<"responses" | "chat", AdapterUnderTest>> = {
  responses: {
    createModel: ({ modelId, ...options }) => openai(modelId, { ...options, api: "responses" }),
    wire: responses,
    everyByte,
    skips: {
      "requests: prompt cache boundaries": caches,
      "requests: stop sequences": "the Responses API has no stop sequences; a warning says so",
    },
  },
  chat: {
    createModel: ({ modelId, ...options }) => openai(modelId, options),
    wire: chat,
    everyByte,
    skips: { "requests: prompt cache boundaries": caches },
  },
};

describe.each(Object.entries(formats))("the adapter conformance suite, %s", (_, adapter) => {
  for (const { name, skip, run } of adapterCases(adapter))
    if (skip === undefined) test(name, run);
    else test.skip(`${name} (${skip})`, run);
});

test.each(Object.entries(formats))(
  "integers beyond 2^53 in the arguments of a call are exact in both directions, %s",
  async (_, { createModel, wire }) => {
    const inputText = '{"id":1234567890123456789,"rows":[[-9007199254740993]]}';
    const input = { id: 1234567890123456789n, rows: [[-9007199254740993n]] };
    const answer: WireAnswer = {
      id: "answer-1",
      modelId: "m",
      parts: [{ type: "tool-call", id: "call_1", name: "look", inputText }],
      finishReason: "tool_calls",
      usage: { inputTokens: 1, outputTokens: 1, cachedInputTokens: 0, reasoningTokens: 0 },
    };
    const bodies: string[] = [];
    const create = (body: string, type: string) =>
      createModel({
        modelId: "m",
        apiKey: "k",
        baseUrl: "https://api.test/v1",
        fetch: (_url, init) => {
          bodies.push(init?.body as string);
          return Promise.resolve(new Response(body, { headers: { "content-type": type } }));
        },
      });
    const request = { messages: [{ role: "user" as const, content: "Go." }] };
    const eventsOf = (model: LanguageModel): AsyncIterable<ModelStreamEvent> => {
      if (model.stream === undefined) throw new Error("the model can't stream");
      return model.stream(request);
    };
    const whole = create(wire.answer(answer).body, "application/json");
    const { content } = await whole.generate(request);
    expect(content).toMatchObject([{ input }]);
    const streamed = create(wire.events(answer).join(""), "text/event-stream");
    expect((await collectStream(eventsOf(streamed))).content).toMatchObject([{ input }]);
    await whole.generate({ messages: [...request.messages, { role: "assistant", content }] });
    expect(bodies.at(-1)?.replaceAll("\\", "")).toContain(inputText);
  },
);
