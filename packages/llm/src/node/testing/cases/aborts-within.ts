// Aborts a response at each byte. The part read so far goes into the conversation, and the provider
// must accept it with the next request.

import { deepStrictEqual as equal, ok } from "node:assert/strict";
import type { LanguageModel } from "../../../contract/language-model.ts";
import type { ResponsePart } from "../../../contract/response-part.ts";
import type { ModelStreamEvent } from "../../../contract/stream-event.ts";
import { isModelError } from "../../../errors/model-error.ts";
import { collectStream } from "../../../kit/collect-stream.ts";
import type { AdapterUnderTest } from "../adapter-under-test.ts";
import {
  apiKey,
  ask,
  calls,
  eventsOf,
  hello,
  modelId,
  says,
  wireAnswer,
  type Cases,
} from "../bench.ts";
import { historyOf } from "../history.ts";
import type { WirePart } from "../wire-format.ts";

const parts: readonly WirePart[] = [
  { type: "thinking", text: "Which one?", signature: "c2lnbmVk" },
  says("I look, “carefully”."),
  calls("call_1", "look", { at: "a" }),
  calls("call_2", "look", { at: "b" }),
];
const tools = [{ name: "look", inputSchema: { type: "object", properties: {} } }];

/** The number of sampled lengths, unless every length is tried. */
const usualLengths = 60;

export const abortWithinCases: Cases = {
  "the conversation continues after an abort at any byte": async (adapter) => {
    const bytes = new TextEncoder().encode(adapter.wire.events(wireAnswer(parts)).join(""));
    const step = adapter.everyByte === true ? 1 : Math.ceil(bytes.length / usualLengths);
    const first: ReadableStream<Uint8Array>[] = [];
    const model = modelOver(adapter, () => first.pop());
    for (let length = 0; length < bytes.length; length += step) {
      const stop = new AbortController();
      first.push(abortedAfter(bytes.subarray(0, length), stop));
      const content = await contentUntil(model, stop.signal);
      const { text } = await ask(model, "stream", {
        tools,
        messages: [...hello.messages, ...historyOf(content), { role: "user", content: "Go on." }],
      });
      equal([length, text], [length, "So."]);
    }
  },
};

/**
 * A model that responds with the bytes of `next`. If `next` returns undefined, the response is
 * complete, and its request is checked.
 */
function modelOver(
  adapter: AdapterUnderTest,
  next: () => ReadableStream<Uint8Array> | undefined,
): LanguageModel {
  const { wire } = adapter;
  const headers = { "content-type": wire.streamType };
  return adapter.createModel({
    baseUrl: "http://127.0.0.1:1",
    apiKey,
    modelId,
    fetch: async (input, init) => {
      const begun = next();
      if (begun !== undefined) return new Response(begun, { headers });
      const request = new Request(input, init);
      const { pathname, search } = new URL(request.url);
      // Refuses any history that the provider would refuse.
      wire.read({
        method: request.method,
        path: pathname + search,
        headers: Object.fromEntries(request.headers),
        body: await request.text(),
      });
      return new Response(wire.events(wireAnswer([says("So.")])).join(""), { headers });
    },
  });
}

/** Returns a body of `bytes` that aborts when the reader asks for more. */
function abortedAfter(bytes: Uint8Array, stop: AbortController): ReadableStream<Uint8Array> {
  let left = bytes.length > 0 ? [bytes] : [];
  return new ReadableStream<Uint8Array>(
    {
      pull: (controller) => {
        const [next] = left;
        left = [];
        if (next === undefined) stop.abort();
        else controller.enqueue(next);
      },
    },
    { highWaterMark: 0 },
  );
}

/** Returns the parts of a response that arrived before `signal` aborted. */
async function contentUntil(
  model: LanguageModel,
  signal: AbortSignal,
): Promise<readonly ResponsePart[]> {
  const came: ModelStreamEvent[] = [];
  await collectStream(eventsOf(model, { ...hello, tools, signal }), {
    signal,
    onEvent: (event) => {
      came.push(event);
      return undefined;
    },
  }).then(undefined, (error: unknown) => {
    if (!isModelError(error) || error.kind !== "cancelled") throw error;
  });
  ok(signal.aborted, "the answer ended before the abort");
  if (came.length === 0) return [];
  let seen = 0;
  const { content } = await collectStream(eventsAgain(came), {
    onEvent: () => (++seen === came.length ? "stop" : undefined),
  });
  return content;
}

async function* eventsAgain(
  events: readonly ModelStreamEvent[],
): AsyncGenerator<ModelStreamEvent, void> {
  for (const event of events) {
    await Promise.resolve();
    yield event;
  }
}
