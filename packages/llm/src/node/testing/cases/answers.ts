// Cases about successful responses: complete and streamed ones are the same.

import { deepStrictEqual as equal, ok } from "node:assert/strict";
import type { ModelResponse } from "../../../contract/model-response.ts";
import {
  answered,
  ask,
  benchOf,
  calls,
  replyOf,
  says,
  streamOf,
  wireAnswer,
  ways,
  type Cases,
} from "../bench.ts";
import type { WireAnswer, WirePart } from "../wire-format.ts";

const alphabets = 'Grüße, 日本語, 👩‍👩‍👧‍👦, \u0000\u2028 "quoted" \\ and\nlines\r\n';
const longText = "All work and no play. ".repeat(2_000);

const shape = (response: ModelResponse): readonly unknown[] =>
  response.content.map((part) =>
    part.type === "tool-call"
      ? [part.toolName, part.input, part.malformedInput]
      : [part.type, part.text],
  );

const texts = (parts: readonly WirePart[]): readonly unknown[] =>
  parts.map((part) =>
    part.type === "tool-call"
      ? [part.name, JSON.parse(part.inputText) as unknown, undefined]
      : [part.type, part.text],
  );

export const answerCases: Cases = {
  "a text": async (adapter) => {
    for (const way of ways) {
      const { response } = await answered(adapter, way, wireAnswer([says("It is 42.")]));
      equal(response.text, "It is 42.");
      equal(response.finishReason, "stop");
      equal(response.modelId, "model-under-test-2026");
      equal(response.responseId, "answer-1");
      ok(response.rawFinishReason !== undefined, "the provider's finish reason is missing");
    }
  },

  "text of every alphabet, and a long one": async (adapter) => {
    for (const way of ways)
      for (const text of [alphabets, longText]) {
        const { response } = await answered(adapter, way, wireAnswer([says(text)]));
        equal(response.text, text);
      }
  },

  "a stream whose bytes come one by one, cut within characters": async (adapter) => {
    const parts = [says(alphabets), calls("call_1", "look", { at: alphabets })];
    const bytes = new TextEncoder().encode(adapter.wire.events(wireAnswer(parts)).join(""));
    const pieces = Array.from(bytes, (byte) => Uint8Array.of(byte));
    const reply = streamOf(adapter, wireAnswer(parts), { pieces });
    await using bench = await benchOf(adapter, [reply]);
    equal(shape(await ask(bench.model, "stream")), texts(parts));
  },

  "an answer whose bytes come one by one": async (adapter) => {
    const parts = [says(alphabets), calls("call_1", "look", { at: alphabets })];
    const { body, ...reply } = adapter.wire.answer(wireAnswer(parts));
    const bytes = new TextEncoder().encode(body);
    const slow = Array.from(bytes, (byte) => Uint8Array.of(byte));
    await using bench = await benchOf(adapter, [{ ...reply, pieces: slow }]);
    equal(shape(await ask(bench.model, "generate")), texts(parts));
  },

  "rate limit headers, and no cookie": async (adapter) => {
    const headers = {
      "x-request-id": "req_canary",
      "x-ratelimit-remaining-requests": "41",
      "set-cookie": "session=secret",
    };
    for (const way of ways) {
      const answer = wireAnswer([says("So.")]);
      const reply = way === "generate" ? replyOf(adapter, answer) : streamOf(adapter, answer);
      const withLimits = {
        ...reply,
        headers: { ...reply.headers, "request-id": "req_canary", ...headers },
      };
      await using bench = await benchOf(adapter, [withLimits]);
      const { metadata } = await ask(bench.model, way);
      equal([way, metadata?.requestId], [way, "req_canary"]);
      equal(metadata?.headers?.["x-ratelimit-remaining-requests"], "41");
      ok(!JSON.stringify(metadata).includes("secret"), "a cookie is in the metadata");
    }
  },

  "several tool calls, in their order and with ids of their own": async (adapter) => {
    const parts = [
      calls("call_1", "look", { at: "a", nested: { list: [1, 2.5, null, true, "x"] } }),
      calls("call_2", "look", { at: "b" }),
      calls("call_3", "read", {}),
    ];
    for (const way of ways) {
      const { response } = await answered(adapter, way, wireAnswer(parts));
      equal(shape(response), texts(parts));
      equal(response.finishReason, "tool_calls");
      const ids = response.content.map((part) =>
        part.type === "tool-call" ? part.toolCallId : "",
      );
      equal(new Set(ids).size, 3);
      ok(!ids.includes(""), "a call has no id");
    }
  },

  "text and then calls": async (adapter) => {
    const parts = [says("I look."), calls("call_1", "look", { at: "a" })];
    for (const way of ways) {
      const { response } = await answered(adapter, way, wireAnswer(parts));
      equal(shape(response), texts(parts));
    }
  },

  "arguments of 200,000 characters": async (adapter) => {
    const parts = [calls("call_1", "write", { text: 'x"\\\n'.repeat(50_000) })];
    for (const way of ways) {
      const { response } = await answered(adapter, way, wireAnswer(parts));
      equal(shape(response), texts(parts));
    }
  },

  "arguments named like properties of every object": async (adapter) => {
    const inputText = '{"__proto__": {"polluted": true}, "constructor": 1}';
    const part: WirePart = { type: "tool-call", id: "call_1", name: "look", inputText };
    for (const way of ways) {
      const { response } = await answered(adapter, way, wireAnswer([part]));
      const [call] = response.content;
      ok(call?.type === "tool-call");
      equal(Object.keys(call.input as object).sort(), ["__proto__", "constructor"]);
      equal(Object.hasOwn({}, "polluted"), false);
      equal(({} as { polluted?: unknown }).polluted, undefined);
    }
  },

  "arguments that aren't JSON": async (adapter) => {
    const part: WirePart = { type: "tool-call", id: "call_1", name: "look", inputText: '{"at": ' };
    for (const way of adapter.wire.textArguments ?? ways) {
      const { response } = await answered(adapter, way, wireAnswer([part]));
      equal(shape(response), [["look", null, '{"at": ']]);
    }
  },

  "an answer without any content": async (adapter) => {
    for (const way of ways) {
      const { response } = await answered(adapter, way, wireAnswer([]));
      equal(response.text, "");
      ok(response.content.every((part) => part.type === "text" && part.text === ""));
      equal(response.finishReason, "stop");
    }
  },

  "the tokens that were used": async (adapter) => {
    for (const way of ways) {
      const { response } = await answered(adapter, way, wireAnswer([says("It is 42.")]));
      const { inputTokens, outputTokens, estimated } = response.usage ?? {};
      equal([inputTokens, outputTokens, estimated], [120, 45, undefined]);
    }
  },

  "the tokens of input that came from the provider's cache": async (adapter) => {
    for (const way of ways) {
      const { response } = await answered(adapter, way, wireAnswer([says("It is 42.")]));
      equal(response.usage?.cachedInputTokens, 80);
    }
  },

  "the tokens of thinking": async (adapter) => {
    const usage = { inputTokens: 9, outputTokens: 70, cachedInputTokens: 0, reasoningTokens: 33 };
    for (const way of ways) {
      const { response } = await answered(adapter, way, wireAnswer([says("42")], { usage }));
      const { outputTokens, reasoningTokens } = response.usage ?? {};
      equal([outputTokens, reasoningTokens], [70, 33]);
    }
  },

  "thinking before the answer": async (adapter) => {
    const parts: readonly WirePart[] = [
      { type: "thinking", text: "What is asked?", signature: "c2lnbmVk" },
      says("It is 42."),
    ];
    for (const way of ways) {
      const { response } = await answered(adapter, way, wireAnswer(parts));
      equal(shape(response), texts(parts));
    }
  },

  "an answer cut off at its length limit": (adapter) => ends(adapter, "length"),

  "an answer that the provider refused to finish": (adapter) => ends(adapter, "content_filtered"),

  "fields and events of a later version": async (adapter) => {
    const parts = [says("I look."), calls("call_1", "look", { at: "a" })];
    for (const way of ways) {
      const { response } = await answered(
        adapter,
        way,
        wireAnswer(parts, { hasUnknownFields: true }),
      );
      equal(shape(response), texts(parts));
    }
  },

  "the same answer with and without a stream": async (adapter) => {
    const parts: readonly WirePart[] = [
      says("I look twice."),
      calls("call_1", "look", { at: "a" }),
      calls("call_2", "look", { at: "b" }),
    ];
    const [generated, streamed] = await Promise.all(
      ways.map((way) => answered(adapter, way, wireAnswer(parts))),
    );
    equal(withoutIds(streamed?.response), withoutIds(generated?.response));
  },
};

async function ends(
  adapter: Parameters<Cases[string]>[0],
  finishReason: WireAnswer["finishReason"],
): Promise<void> {
  for (const way of ways) {
    const answer = wireAnswer([says("It is")], { finishReason });
    const { response } = await answered(adapter, way, answer);
    equal(response.finishReason, finishReason);
    equal(response.text, "It is");
  }
}

/**
 * Removes call ids, which adapters generate if a format has none, and metadata, because each
 * server sends its own headers.
 */
function withoutIds(response: ModelResponse | undefined): unknown {
  return JSON.parse(
    JSON.stringify({ ...response, metadata: undefined }, (name, value: unknown) =>
      name === "toolCallId" ? "" : value,
    ),
  );
}
