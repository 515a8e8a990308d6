// A `fetch` for the transport of the SDK. It bounds each answer and each event of a stream, slows
// floods down, and ends streams that outlive their call. An event beyond its bound is replaced with
// an error for its request, which would otherwise wait for its time limit.

import { boundedFetch, boundErrorIn, type Fetch } from "@ptc/core/internal/fetch";
import { sleep } from "@ptc/core/internal/contracts";
import { isObject } from "@ptc/core/internal/host";
import { FloodGate, type UpstreamClock } from "./flood-gate.ts";
import { tooLargeAnswer } from "./too-large.ts";

export interface AnswerBounds {
  readonly maxAnswerBytes: number;
  readonly callTimeoutMs: number;
  readonly clock: UpstreamClock;
}

/** A call ends before its stream, so that the stream's end can't be mistaken for the call's. */
const graceMs = 5_000;

/** An event has two or three lines. */
const mostLinesPerSecond = 3_000;

/** Returns a `fetch` with bounds for the answers of an MCP server. */
export function boundedAnswers(fetch: Fetch, bounds: AnswerBounds): Fetch {
  const bounded = boundedFetch(fetch, { maxResponseBytes: bounds.maxAnswerBytes });
  return async (input, init) => {
    const request = requestIn(init);
    const done = new AbortController();
    const signals = init?.signal ? [init.signal] : [];
    if (request !== undefined && request.method !== "subscriptions/listen")
      signals.push(deadline(bounds, done.signal));
    let response: Response;
    try {
      response = await bounded(input, {
        ...init,
        ...(signals.length === 0 ? {} : { signal: AbortSignal.any(signals) }),
      });
    } catch (error) {
      done.abort();
      throw error;
    }
    if (response.body === null) {
      done.abort();
      return response;
    }
    return withGuardedBody(response, response.body, bounds, request?.id, done);
  };
}

interface SentRequest {
  readonly method: string;
  readonly id: number | string;
}

/** Returns the JSON-RPC request that is sent, which is our own text. */
function requestIn(init: RequestInit | undefined): SentRequest | undefined {
  if (init?.method !== "POST" || typeof init.body !== "string") return undefined;
  let message: unknown;
  try {
    message = JSON.parse(init.body);
  } catch {
    // The form of an OAuth request.
    return undefined;
  }
  if (!isObject(message)) return undefined;
  const { method, id } = message;
  const hasId = typeof id === "number" || typeof id === "string";
  return typeof method === "string" && hasId ? { method, id } : undefined;
}

function deadline({ callTimeoutMs, clock }: AnswerBounds, done: AbortSignal): AbortSignal {
  const late = new AbortController();
  void sleep(clock, callTimeoutMs + graceMs, done).then(() => {
    if (!done.aborted) late.abort(new Error("the answer takes too long (callTimeoutMs)"));
  });
  return late.signal;
}

function withGuardedBody(
  response: Response,
  body: ReadableStream<Uint8Array>,
  { maxAnswerBytes, clock }: AnswerBounds,
  id: number | string | undefined,
  done: AbortController,
): Response {
  const isStream = response.headers.get("content-type")?.includes("text/event-stream") === true;
  const gate = new FloodGate(mostLinesPerSecond, clock);
  const reader = body.getReader();
  const guarded = new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        try {
          const { done: isOver, value } = await reader.read();
          if (isOver) {
            done.abort();
            controller.close();
            return;
          }
          if (isStream && gate.isExceededBy(linesIn(value))) await gate.wait(done.signal);
          controller.enqueue(value);
        } catch (error) {
          done.abort();
          if (!isStream || id === undefined || boundErrorIn(error) === undefined) {
            controller.error(error);
            return;
          }
          const answer = JSON.stringify(tooLargeAnswer(id, maxAnswerBytes));
          controller.enqueue(new TextEncoder().encode(`event: message\ndata: ${answer}\n\n`));
          controller.close();
        }
      },
      cancel: async (reason) => {
        done.abort();
        await reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
  const { status, statusText, headers, url } = response;
  return Object.defineProperty(new Response(guarded, { status, statusText, headers }), "url", {
    value: url,
  });
}

function linesIn(bytes: Uint8Array): number {
  let count = 0;
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) count += 1;
  return count;
}
