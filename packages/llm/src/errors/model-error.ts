// The only error class of this package. It has the kind of failure, whether a retry may help, and a
// message without credentials.

import type { ModelErrorKind } from "../contract/model-error-kind.ts";
import type { ModelFailure } from "../contract/model-failure.ts";
import type { ModelUsage } from "../contract/model-usage.ts";
import { modelErrorKinds } from "./error-kinds.ts";
import { redactSecrets } from "./redact-secrets.ts";

/** The fields of a new `ModelError`. */
export interface ModelErrorOptions {
  readonly kind: ModelErrorKind;
  /**
   * The message. If absent or empty, the description of the kind is used. Credentials in it are
   * redacted.
   */
  readonly message?: string | undefined;
  /** Overrides the kind's default for whether to send the request again. */
  readonly retryable?: boolean | undefined;
  readonly retryAfterMs?: number | undefined;
  /** The HTTP status. */
  readonly status?: number | undefined;
  readonly provider?: string | undefined;
  readonly modelId?: string | undefined;
  /** The provider's id of the failed request. */
  readonly requestId?: string | undefined;
  /** The tokens that the request used before it failed. */
  readonly usage?: ModelUsage | undefined;
  /**
   * The stack of the original error. The error itself is dropped, because it may have headers with
   * an API key.
   */
  readonly stack?: string | undefined;
}

/**
 * Marks model errors, because `instanceof` doesn't recognize errors of another copy of this
 * package.
 */
const brand = "ptcModelError";

/** A failed request to a model, described the same way for all providers. */
export class ModelError extends Error implements ModelFailure {
  readonly kind: ModelErrorKind;
  readonly retryable: boolean;
  readonly retryAfterMs: number | undefined;
  readonly status: number | undefined;
  readonly provider: string | undefined;
  readonly modelId: string | undefined;
  readonly requestId: string | undefined;
  readonly usage: ModelUsage | undefined;

  constructor(options: ModelErrorOptions) {
    const entry = modelErrorKinds[options.kind];
    const message = redactSecrets(options.message ?? "").trim();
    super(message === "" ? entry.description : message);
    this.name = "ModelError";
    this.kind = options.kind;
    this.retryable = options.retryable ?? entry.retryable;
    this.retryAfterMs = options.retryAfterMs;
    this.status = options.status;
    this.provider = options.provider;
    this.modelId = options.modelId;
    this.requestId = options.requestId;
    this.usage = options.usage;
    if (options.stack !== undefined) this.stack = redactSecrets(options.stack, 8_000);
    Object.defineProperty(this, brand, { value: 1 });
  }
}

/** True if `value` is a `ModelError` of any copy of this package. */
export function isModelError(value: unknown): value is ModelError {
  try {
    return value instanceof Error && Object.hasOwn(value, brand);
  } catch {
    // A proxy may throw when a field is read.
    return false;
  }
}

/** Returns `error` with the usage of its request, unless it already has one. */
export function withUsage(error: ModelError, usage: ModelUsage | undefined): ModelError {
  if (usage === undefined || error.usage !== undefined) return error;
  const { kind, message, retryable, retryAfterMs, status, provider, modelId, requestId, stack } =
    error;
  return new ModelError({
    kind,
    message,
    retryable,
    retryAfterMs,
    status,
    provider,
    modelId,
    requestId,
    stack,
    usage,
  });
}

/** Returns the error of a request whose signal aborted. */
export function cancelledError(signal: AbortSignal | undefined): ModelError {
  const reason: unknown = signal?.reason;
  const detail =
    reason instanceof Error && reason.name !== "AbortError"
      ? reason.message
      : typeof reason === "string"
        ? reason
        : "";
  const { description } = modelErrorKinds.cancelled;
  return new ModelError({
    kind: "cancelled",
    message: detail === "" ? description : `${description}: ${detail}`,
  });
}
