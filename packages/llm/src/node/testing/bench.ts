// The shared base of the adapter cases: a server with replies, a model that calls it, and short
// request helpers.

import { collectStream } from "../../kit/collect-stream.ts";
import type { LanguageModel } from "../../contract/language-model.ts";
import type { ModelRequest } from "../../contract/model-request.ts";
import type { ModelResponse } from "../../contract/model-response.ts";
import type { ModelStreamEvent } from "../../contract/stream-event.ts";
import type { AdapterUnderTest, BoundOptions } from "./adapter-under-test.ts";
import { serveReplies, whole, type LoopbackServer, type ServedReply } from "./loopback-server.ts";
import type { SentRequest, WireAnswer, WirePart } from "./wire-format.ts";

/** Looks like a key, so a search for it has no false matches. */
export const apiKey = "sk-canary-0123456789abcdefghijklmnop";
export const modelId = "model-under-test";

/** The body of a case, given the adapter. */
export type CaseBody = (adapter: AdapterUnderTest) => Promise<void>;
export type Cases = Readonly<Record<string, CaseBody>>;

export interface Bench extends AsyncDisposable {
  readonly model: LanguageModel;
  readonly server: LoopbackServer;
  /** Returns the requests of the adapter, in order. */
  readonly sent: () => readonly SentRequest[];
}

export async function benchOf(
  adapter: AdapterUnderTest,
  replies: readonly ServedReply[],
  bounds: BoundOptions = {},
): Promise<Bench> {
  const server = await serveReplies(replies);
  const model = adapter.createModel({
    baseUrl: server.url,
    apiKey,
    modelId,
    fetch: (input, init) => globalThis.fetch(input, init),
    ...bounds,
  });
  return {
    model,
    server,
    sent: () => server.requests.map((request) => adapter.wire.read(request)),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

export const hello: ModelRequest = { messages: [{ role: "user", content: "Hello." }] };

export function wireAnswer(parts: readonly WirePart[], more: Partial<WireAnswer> = {}): WireAnswer {
  return {
    id: "answer-1",
    modelId: "model-under-test-2026",
    parts,
    finishReason: parts.some(({ type }) => type === "tool-call") ? "tool_calls" : "stop",
    usage: { inputTokens: 120, outputTokens: 45, cachedInputTokens: 80, reasoningTokens: 0 },
    ...more,
  };
}

export const says = (text: string): WirePart => ({ type: "text", text });

export const calls = (id: string, name: string, input: unknown): WirePart => ({
  type: "tool-call",
  id,
  name,
  inputText: JSON.stringify(input),
});

/** Returns the reply to a request without streaming. */
export function replyOf({ wire }: AdapterUnderTest, answer: WireAnswer): ServedReply {
  return whole(wire.answer(answer));
}

/** Returns the reply to a streaming request, one event per piece. */
export function streamOf(
  { wire }: AdapterUnderTest,
  answer: WireAnswer,
  more: Partial<ServedReply> = {},
): ServedReply {
  return {
    status: 200,
    headers: { "content-type": wire.streamType },
    pieces: wire.events(answer),
    ...more,
  };
}

/** The two methods of a model. */
export const ways = ["generate", "stream"] as const;
export type Way = (typeof ways)[number];

export function ask(
  model: LanguageModel,
  way: Way,
  request: ModelRequest = hello,
): Promise<ModelResponse> {
  if (way === "generate") return model.generate(request);
  return collectStream(eventsOf(model, request), { modelId, signal: request.signal });
}

export function eventsOf(
  model: LanguageModel,
  request: ModelRequest = hello,
): AsyncIterable<ModelStreamEvent> {
  if (model.stream === undefined) throw new Error("the model has no `stream`");
  return model.stream(request);
}

/** Returns the response from one method, and the requests sent. */
export async function answered(
  adapter: AdapterUnderTest,
  way: Way,
  answer: WireAnswer,
  request: ModelRequest = hello,
): Promise<{ readonly response: ModelResponse; readonly sent: SentRequest }> {
  const reply = way === "generate" ? replyOf(adapter, answer) : streamOf(adapter, answer);
  await using bench = await benchOf(adapter, [reply]);
  const response = await ask(bench.model, way, request);
  const [sent] = bench.sent();
  if (sent === undefined) throw new Error("nothing was sent");
  return { response, sent };
}
