// Sends one request, and returns the response as untyped data: complete, or event by event.

import { ModelError } from "@ptc/llm";
import { raceSignal } from "@ptc/llm/adapter";
import type { OpenAI } from "openai";
import type { Answered } from "./api.ts";
import { BrokenConnection } from "./errors.ts";
import { EventParser, type StreamData } from "./server-sent-events.ts";
import { expectJson, ShapeError } from "@ptc/llm/adapter";

export interface Asking {
  readonly client: OpenAI;
  readonly path: string;
  readonly body: object;
  /** The headers of this request only. */
  readonly headers: Readonly<Record<string, string>>;
  /** Receives the headers of the response. */
  readonly answered: Answered;
  readonly signal: AbortSignal | undefined;
  readonly timeoutMs: number;
}

/** Returns the body of the response. */
export async function askWhole(asking: Asking): Promise<unknown> {
  const { client, path, body, headers, answered } = asking;
  const stop = stopWith(asking.signal);
  try {
    // Uses `client.post`, because the SDK's methods read fields of unchecked responses.
    const options = { body, headers, signal: stop.signal };
    const { data: answer, response } = await raceSignal(stop.signal, () =>
      client.post<unknown>(path, options).withResponse().catch(throwBroken),
    );
    answered.headers = response.headers;
    // Some servers send JSON without its content type; the SDK then returns text.
    return typeof answer === "string" ? expectJson(answer, "body") : answer;
  } finally {
    stop.release();
  }
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
  const { client, path, body, headers, answered, timeoutMs } = asking;
  const stop = stopWith(asking.signal);
  try {
    const options = { body, headers, signal: stop.signal, stream: true };
    const ask = (): Promise<Response> => client.post(path, options).asResponse().catch(throwBroken);
    const response = await raceSignal(stop.signal, ask);
    answered.headers = response.headers;
    yield* eventsOf(response, stop.signal, () => (isOver() ? closingMs : timeoutMs));
  } catch (error) {
    if (!isOver()) throw error;
  } finally {
    stop.release();
  }
}

async function* eventsOf(
  { body, headers }: Response,
  signal: AbortSignal,
  waitMs: () => number,
): AsyncGenerator<StreamData, void> {
  const type = headers.get("content-type") ?? "";
  if (/^(?:text\/html|application\/json)\b/i.test(type))
    throw new ShapeError("body", `expected a stream of events, got ${type}`);
  if (body === null) throw new BrokenConnection();
  const parser = new EventParser();
  const reader = body.getReader();
  try {
    for (;;) {
      const read = (): Promise<Piece> => within(waitMs(), reader.read().catch(throwBroken));
      const piece = await raceSignal(signal, read);
      if (piece.done) break;
      yield* parser.push(piece.value);
    }
    yield* parser.end();
  } finally {
    // For an injected `fetch` that ignores the signal.
    reader.cancel().catch(() => undefined);
  }
}

type Piece =
  | { readonly done: true; readonly value?: unknown }
  | { readonly done: false; readonly value: Uint8Array };

/** Creates a signal for this request; `release` removes its listener from the caller's signal. */
function stopWith(signal: AbortSignal | undefined): {
  readonly signal: AbortSignal;
  readonly release: () => void;
} {
  const stop = new AbortController();
  const abort = (): void => {
    stop.abort(signal?.reason);
  };
  if (signal?.aborted === true) abort();
  signal?.addEventListener("abort", abort, { once: true });
  const release = (): void => {
    signal?.removeEventListener("abort", abort);
    // Closes anything still open.
    stop.abort();
  };
  return { signal: stop.signal, release };
}

async function within<Result>(milliseconds: number, promise: Promise<Result>): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const message = `the server sent nothing for ${String(milliseconds)} ms (option timeoutMs)`;
      reject(new ModelError({ kind: "timeout", message }));
    }, milliseconds);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Hosts report a broken connection as a TypeError, which would look like a bug here. */
function throwBroken(error: unknown): never {
  throw error instanceof TypeError ? new BrokenConnection(error) : error;
}
