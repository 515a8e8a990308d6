// Turns the errors of one request into a `ModelError`, the same way in every adapter.

import type { ModelUsage } from "../contract/model-usage.ts";
import { readErrorFacts } from "../errors/error-facts.ts";
import { ModelError } from "../errors/model-error.ts";
import { normalizeModelError } from "../errors/normalize-model-error.ts";
import type { RequestBounds } from "./request-bounds.ts";
import { ShapeError } from "./shape-checks.ts";

/** The request that failed. */
export interface FailedRequest {
  readonly provider: string;
  readonly modelId: string;
  /** The address of the server. The message of a connection error names it. */
  readonly url?: URL | undefined;
  /** The caller's signal. */
  readonly signal?: AbortSignal | undefined;
  /** The bounds of the request. */
  readonly bounds?: Pick<RequestBounds, "failure"> | undefined;
  /** The tokens that the request used before it failed. */
  readonly usage?: ModelUsage | undefined;
}

/**
 * Returns the `ModelError` for anything that an SDK, `fetch` or an adapter throws.
 * `isBrokenConnection` recognizes the errors of this SDK for a lost connection. It is called only
 * for errors that nothing else explains.
 */
export function requestError(
  error: unknown,
  { signal, url, ...request }: FailedRequest,
  isBrokenConnection: (error: unknown) => boolean = (thrown) => thrown instanceof TypeError,
): ModelError {
  const ended = unexpectedResponse(error, request);
  if (ended !== undefined) return ended;
  const known = normalizeModelError(error, { ...request, signal });
  const isBroken = known.kind === "unknown" && isBrokenConnection(error);
  if (!isBroken && known.kind !== "network") return known;
  const { message, stack } = known;
  return new ModelError({
    ...request,
    kind: "network",
    message: connectionMessage(message, error, url),
    stack: isBroken ? undefined : stack,
  });
}

/**
 * Returns the message of a connection error with the address and the host's code, such as
 * `fetch failed (http://127.0.0.1:11434, ECONNREFUSED)`. Omits the query, which may have a key.
 */
export function connectionMessage(message: string, error: unknown, url: URL | undefined): string {
  if (url === undefined) return message;
  const address = `${url.origin}${url.pathname}`.replace(/\/$/, "");
  const code = readErrorFacts(error).codes.find((each) =>
    /^(?:E[A-Z]|UND_ERR_)[A-Z_]+$/.test(each),
  );
  const details = code === undefined ? address : `${address}, ${code}`;
  return `${message.replace(/\.$/, "")} (${details})`;
}

/**
 * Returns the error for a response that came too late or has a wrong shape, and `undefined` for
 * other errors. SDKs report a time limit as a cancellation by the caller.
 */
export function unexpectedResponse(
  error: unknown,
  { provider, modelId, usage, bounds }: FailedRequest,
): ModelError | undefined {
  const request = { provider, modelId, usage };
  if (bounds?.failure !== undefined)
    return new ModelError({ ...request, kind: "timeout", message: bounds.failure.message });
  if (!(error instanceof ShapeError || error instanceof SyntaxError)) return undefined;
  return new ModelError({
    ...request,
    kind: "invalid_response",
    message: `unexpected response: ${error.message}`,
  });
}
