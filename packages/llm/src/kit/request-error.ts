// Turns the errors of one request into a `ModelError`, the same way in every adapter.

import type { ModelUsage } from "../contract/model-usage.ts";
import { ModelError } from "../errors/model-error.ts";
import { normalizeModelError } from "../errors/normalize-model-error.ts";
import type { RequestBounds } from "./request-bounds.ts";
import { ShapeError } from "./shape-checks.ts";

/** The request that failed. */
export interface FailedRequest {
  readonly provider: string;
  readonly modelId: string;
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
  { signal, ...request }: FailedRequest,
  isBrokenConnection: (error: unknown) => boolean = (thrown) => thrown instanceof TypeError,
): ModelError {
  const ended = unexpectedResponse(error, request);
  if (ended !== undefined) return ended;
  const known = normalizeModelError(error, { ...request, signal });
  return known.kind === "unknown" && isBrokenConnection(error)
    ? new ModelError({ ...request, kind: "network", message: known.message })
    : known;
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
