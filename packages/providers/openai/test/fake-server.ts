// A `fetch` that responds like a server and stores its requests.

import {
  collectStream,
  isModelError,
  type LanguageModel,
  type ModelError,
  type ModelRequest,
  type ModelResponse,
  type ModelStreamEvent,
  type ResponsePart,
} from "@ptc/llm";
import { openai, type OpenAIOptions } from "../src/index.ts";

export const hello: ModelRequest = { messages: [{ role: "user", content: "Hello." }] };

interface Asked {
  readonly url: string;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal | null | undefined;
}

export interface FakeServer {
  readonly fetch: typeof globalThis.fetch;
  readonly asked: readonly Asked[];
}

export function serverOf(reply: () => Response): FakeServer {
  const asked: Asked[] = [];
  const fetch: typeof globalThis.fetch = (input, init) => {
    if (typeof init?.body !== "string") throw new Error("the body is no text");
    const body = JSON.parse(init.body) as Asked["body"];
    const url = input instanceof Request ? input.url : String(input);
    asked.push({ url, headers: new Headers(init.headers), body, signal: init.signal });
    return Promise.resolve(reply());
  };
  return { fetch, asked };
}

/** Returns a stream of events with the given data. */
function streamReply(events: readonly unknown[], end = ""): Response {
  const body = events.map((each) => `data: ${JSON.stringify(each)}\n\n`).join("") + end;
  return new Response(body, { headers: { "content-type": "text/event-stream" } });
}

/** Returns a stream whose connection breaks after the events, as hosts report it. */
export function breakingReply(events: readonly unknown[]): Response {
  const pieces = events.map((each) => `data: ${JSON.stringify(each)}\n\n`);
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      const piece = pieces.shift();
      if (piece === undefined) controller.error(new TypeError("terminated"));
      else controller.enqueue(new TextEncoder().encode(piece));
    },
  });
  return new Response(body, { headers: { "content-type": "text/event-stream" } });
}

export const done = "data: [DONE]\n\n";

export const replies = {
  responses: { id: "r", model: "m", status: "completed", output: [] },
  chat: { id: "c", model: "m", choices: [{ message: { content: "So." }, finish_reason: "stop" }] },
} as const;

/** Returns the request that was sent, and its response. */
export async function sentFor(
  options: OpenAIOptions & { readonly modelId?: string },
  request: Partial<ModelRequest>,
): Promise<{ readonly body: Asked["body"]; readonly response: ModelResponse } & Asked> {
  const { modelId = "m", ...others } = options;
  const server = serverOf(() => {
    const isChat = server.asked[0]?.url.endsWith("/chat/completions") === true;
    return Response.json(isChat ? replies.chat : replies.responses);
  });
  const model = openai(modelId, { ...others, fetch: server.fetch });
  const response = await model.generate({ ...hello, ...request });
  const [asked] = server.asked;
  if (asked === undefined) throw new Error("nothing was sent");
  return { ...asked, response };
}

export const local = { baseUrl: "http://127.0.0.1:8000/v1" } as const;
export const keyed = { apiKey: "sk-canary-0123456789abcdef" } as const;

export function modelWith(reply: () => Response, options: OpenAIOptions = keyed): LanguageModel {
  return openai("m", { ...options, fetch: serverOf(reply).fetch });
}

export function streamOf(model: LanguageModel): AsyncIterable<ModelStreamEvent> {
  const events = model.stream?.(hello);
  if (events === undefined) throw new Error("the model has no stream");
  return events;
}

/** Returns the response for these events, or for a body. */
export function streamed(
  events: readonly unknown[],
  options?: OpenAIOptions,
  end?: string,
): Promise<ModelResponse> {
  return collectStream(streamOf(modelWith(() => streamReply(events, end), options)));
}

export function generated(body: unknown, options?: OpenAIOptions): Promise<ModelResponse> {
  return modelWith(() => Response.json(body), options).generate(hello);
}

export async function failureOf(asked: Promise<unknown>): Promise<ModelError> {
  const error: unknown = await asked.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!isModelError(error)) throw new Error("no ModelError came", { cause: error });
  return error;
}

export function callsOf(content: readonly ResponsePart[]): readonly unknown[] {
  return content.flatMap((part) =>
    part.type === "tool-call" ? [[part.toolName, part.input]] : [],
  );
}
