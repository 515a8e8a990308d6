// A `fetch` that bounds the bytes of responses:
//
//   error body        64 KB; the rest is dropped, because its beginning is enough
//   other body        maxResponseBytes
//   stream of events  maxResponseBytes for each event, and ten times that in total, unless its
//                     reader keeps it whole
//
// Exceeding a bound aborts the request, and reading the body rejects with a `ResponseBoundError`,
// which names the bound. Time isn't bounded here, because only the reader of a stream knows which
// events mean progress.
//
// Redirects aren't followed: hosts would send the body and most headers, such as `x-goog-api-key`,
// to any other server.

import { shortened } from "../../printing/internal.ts";
import { bodyLimit, type FetchBounds } from "./body-limit.ts";
import { RedirectError } from "./response-bound-error.ts";

/** The host's `fetch`, or one like it. */
export type Fetch = typeof globalThis.fetch;

/**
 * Returns a `fetch` that ends requests at `bounds`. It rejects with a `RedirectError` if the server
 * redirects, unless the caller handles that itself and passes `redirect: "manual"`.
 */
export function boundedFetch(fetch: Fetch, bounds: FetchBounds): Fetch {
  return async (input, init) => {
    const stop = new AbortController();
    const unlink = link(signalOf(input, init), stop);
    try {
      const response = await fetch(input, { ...init, redirect: "manual", signal: stop.signal });
      if (init?.redirect !== "manual") refuseRedirect(response, stop);
      if (response.body !== null)
        return withBoundedBody(response, response.body, bounds, stop, unlink);
      unlink();
      return response;
    } catch (error) {
      unlink();
      throw error;
    }
  };
}

/**
 * Also detects a `fetch` that follows redirects against its options. In browsers, a response with a
 * redirect has no status and no headers.
 * @throws RedirectError
 */
function refuseRedirect(response: Response, stop: AbortController): void {
  const { status, type, redirected, url, headers } = response;
  const isRedirect = status > 300 && status < 400 && status !== 304;
  if (!isRedirect && type !== "opaqueredirect" && !redirected) return;
  const location = redirected ? url : (headers.get("location") ?? "");
  const base = url === "" ? undefined : url;
  const origin = URL.canParse(location, base) ? new URL(location, base).origin : "null";
  const isShown = origin !== "null" && (redirected || location !== "");
  const error = new RedirectError(
    isShown ? shortened(origin, longestOrigin) : undefined,
    status === 0 ? undefined : status,
  );
  response.body?.cancel().catch(() => undefined);
  stop.abort(error);
  throw error;
}

const longestOrigin = 100;

function signalOf(
  input: Parameters<Fetch>[0],
  init: RequestInit | undefined,
): AbortSignal | undefined {
  if (init?.signal !== undefined) return init.signal ?? undefined;
  return input instanceof Request ? input.signal : undefined;
}

/** Makes `stop` abort with `signal`. Returns a function that removes the listener. */
function link(signal: AbortSignal | undefined, stop: AbortController): () => void {
  const abort = (): void => {
    stop.abort(signal?.reason);
  };
  if (signal?.aborted === true) abort();
  signal?.addEventListener("abort", abort, { once: true });
  return () => {
    signal?.removeEventListener("abort", abort);
  };
}

function withBoundedBody(
  response: Response,
  body: ReadableStream<Uint8Array>,
  bounds: FetchBounds,
  stop: AbortController,
  unlink: () => void,
): Response {
  const { status, statusText, headers, url } = response;
  const limit = bodyLimit(response, bounds);
  const reader = body.getReader();
  const close = (reason?: unknown): void => {
    unlink();
    reader.cancel(reason).catch(() => undefined);
    // Closes the connection if the body ignores `cancel`.
    stop.abort(reason);
  };
  // For a `fetch` that ignores its signal.
  stop.signal.addEventListener("abort", () => {
    reader.cancel().catch(() => undefined);
  });
  const bounded = new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        try {
          for (let length = 0; length === 0;) {
            const { done, value } = await reader.read();
            // Cancelling ends a body without an error, and it would look complete.
            stop.signal.throwIfAborted();
            const piece = done ? limit.rest() : limit.accept(value);
            ({ length } = piece);
            if (length > 0) controller.enqueue(piece);
            if (!done && !limit.isFull) continue;
            controller.close();
            if (done) unlink();
            else close();
            return;
          }
        } catch (error) {
          close(error);
          controller.error(error);
        }
      },
      cancel: close,
    },
    // Nothing is read ahead, so an abandoned body costs nothing.
    { highWaterMark: 0 },
  );
  // A new response has no URL, but callers check it for redirects.
  return Object.defineProperty(new Response(bounded, { status, statusText, headers }), "url", {
    value: url,
  });
}
