// Sends one request, and returns the response as untyped data: complete, or event by event.

import { expectJson, raceSignal, withoutEvents } from "@ptc/llm/adapter";
import type { OpenAI } from "openai";
import type { Answered } from "./api.ts";
import { BrokenConnection } from "./errors.ts";
import { EventParser, type StreamData } from "./server-sent-events.ts";

export interface Asking {
  readonly client: OpenAI;
  readonly path: string;
  readonly body: object;
  /** The headers of this request only. */
  readonly headers: Readonly<Record<string, string>>;
  /** Receives the headers of the response. */
  readonly answered: Answered;
  readonly signal: AbortSignal;
}

/** Returns the body of the response. */
export async function askWhole(asking: Asking): Promise<unknown> {
  const { client, path, body, headers, answered, signal } = asking;
  // Uses `client.post`, because the SDK's methods read fields of unchecked responses.
  const options = { body, headers, signal };
  const asked = client.post<unknown>(path, options).withResponse().catch(throwBroken);
  const { data: answer, response } = await asked;
  answered.headers = response.headers;
  // Some servers send JSON without its content type; the SDK then returns text.
  return typeof answer === "string" ? expectJson(answer, "body") : answer;
}

/** The time a server has to close a stream after the response is complete. */
const closingMs = 250;

/**
 * Yields the events of the response. Stopping early closes the connection.
 * @param isOver returns whether the response is complete, so that no more events are needed
 */
export async function* askEvents(
  asking: Asking,
  isOver: () => boolean,
): AsyncGenerator<StreamData, void> {
  const { client, path, body, headers, answered, signal } = asking;
  try {
    const options = { body, headers, signal, stream: true };
    const response = await client.post(path, options).asResponse().catch(throwBroken);
    answered.headers = response.headers;
    yield* eventsOf(response, signal, isOver);
  } catch (error) {
    if (!isOver()) throw error;
  }
}

async function* eventsOf(
  { body, headers }: Response,
  signal: AbortSignal,
  isOver: () => boolean,
): AsyncGenerator<StreamData, void> {
  const type = headers.get("content-type") ?? "";
  if (/^(?:text\/html|application\/json)\b/i.test(type)) throw withoutEvents(type);
  if (body === null) throw new BrokenConnection();
  let isEmpty = true;
  const parser = new EventParser();
  const reader = body.getReader();
  try {
    for (;;) {
      const read = (): Promise<Piece> => reader.read().catch(throwBroken);
      const piece = await raceSignal(isOver() ? AbortSignal.timeout(closingMs) : signal, read);
      if (piece.done) break;
      for (const event of parser.push(piece.value)) {
        isEmpty = false;
        yield event;
      }
    }
    for (const event of parser.end()) {
      isEmpty = false;
      yield event;
    }
    // Some servers send events with another type, such as `text/plain`, so only the end shows it.
    if (isEmpty && type !== "" && !/^text\/event-stream\b/i.test(type)) throw withoutEvents(type);
  } finally {
    // For an injected `fetch` that ignores the signal.
    reader.cancel().catch(() => undefined);
  }
}

type Piece =
  | { readonly done: true; readonly value?: unknown }
  | { readonly done: false; readonly value: Uint8Array };

/** Hosts report a broken connection as a TypeError, which would look like a bug here. */
function throwBroken(error: unknown): never {
  throw error instanceof TypeError ? new BrokenConnection(error) : error;
}
