// Turns the errors of one request into a `ModelError`, the same way in every adapter.

import type { ModelUsage } from "../contract/model-usage.ts";
import { ModelError } from "../errors/model-error.ts";
import { normalizeModelError } from "../errors/normalize-model-error.ts";
import { ShapeError } from "./shape-checks.ts";

/** The request that failed. */
export interface FailedRequest {
  readonly provider: string;
  readonly modelId: string;
  /** The caller's signal. */
  readonly signal?: AbortSignal | undefined;
  /** The adapter's signal, which aborts at the timeout of the request. */
  readonly timeoutSignal?: AbortSignal | undefined;
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
  { signal, timeoutSignal, ...request }: FailedRequest,
  isBrokenConnection: (error: unknown) => boolean = (thrown) => thrown instanceof TypeError,
): ModelError {
  const unexpected = unexpectedResponse(error, request);
  if (unexpected !== undefined) return unexpected;
  // SDKs report every aborted signal as a cancellation by the caller.
  if (timeoutSignal?.aborted === true && signal?.aborted !== true)
    return new ModelError({ ...request, kind: "timeout" });
  const known = normalizeModelError(error, { ...request, signal });
  return known.kind === "unknown" && isBrokenConnection(error)
    ? new ModelError({ ...request, kind: "network", message: known.message })
    : known;
}

/** Returns the error for a response with a wrong shape, and `undefined` for other errors. */
export function unexpectedResponse(
  error: unknown,
  { provider, modelId, usage }: FailedRequest,
): ModelError | undefined {
  if (!(error instanceof ShapeError || error instanceof SyntaxError)) return undefined;
  const message = `unexpected response: ${error.message}`;
  return new ModelError({ provider, modelId, usage, kind: "invalid_response", message });
}
