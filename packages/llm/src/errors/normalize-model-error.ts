// Converts any error of a model into a `ModelError`. The most specific evidence decides the kind,
// in this order: a specific error code, the HTTP status, the error's name, a network error code.

import { systemClock, type Clock } from "@ptc/core/contracts";
import { boundErrorIn, RedirectError } from "@ptc/core/internal/fetch";
import { retryAfterMs } from "@ptc/core/internal/host";
import type { ModelErrorKind } from "../contract/model-error-kind.ts";
import type { ModelUsage } from "../contract/model-usage.ts";
import { readErrorFacts, type ErrorFacts } from "./error-facts.ts";
import { cancelledError, isModelError, ModelError, withUsage } from "./model-error.ts";

/** The known details of the failed request. */
export interface NormalizeModelErrorOptions {
  /**
   * The signal of the request. If it has aborted, an otherwise unexplained error is a
   * cancellation.
   */
  readonly signal?: AbortSignal | undefined;
  readonly provider?: string | undefined;
  readonly modelId?: string | undefined;
  /** The tokens that the request used before it failed. */
  readonly usage?: ModelUsage | undefined;
  /** The clock that converts a `retry-after` date into a duration. */
  readonly clock?: Clock;
}

/** Returns a `ModelError` unchanged, and classifies any other error by its fields. Never throws. */
export function normalizeModelError(
  error: unknown,
  options: NormalizeModelErrorOptions = {},
): ModelError {
  const { signal, provider, modelId, usage } = options;
  if (isModelError(error)) return withUsage(error, usage);
  const exceeded = boundErrorIn(error);
  if (exceeded !== undefined) {
    const { message } = exceeded;
    const status = exceeded instanceof RedirectError ? exceeded.status : undefined;
    // The server would send the same again.
    const kind = "invalid_response";
    return new ModelError({ kind, message, provider, modelId, usage, status, retryable: false });
  }
  const facts = readErrorFacts(error);
  const kind = kindOf(facts);
  if (kind === "cancelled" || (signal?.aborted === true && facts.status === undefined))
    return withUsage(cancelledError(signal), usage);
  return new ModelError({
    kind,
    provider,
    modelId,
    usage,
    message: facts.message,
    stack: facts.stack,
    status: facts.status,
    requestId: facts.requestId,
    retryAfterMs: retryAfterMs((name) => facts.header(name), (options.clock ?? systemClock).now()),
    // An exhausted quota has the HTTP status of a rate limit, but waiting doesn't help.
    retryable: facts.codes.includes("insufficient_quota") ? false : undefined,
  });
}

function kindOf(facts: ErrorFacts): ModelErrorKind {
  return (
    firstKind(facts.codes, exactCodes) ??
    kindOfStatus(facts) ??
    (isContentRefused(facts) ? "content_filtered" : undefined) ??
    firstKind(facts.names, errorNames) ??
    firstKind(facts.codes, networkCodes) ??
    (/^(?:fetch failed|failed to fetch|network ?error)/i.test(facts.message)
      ? "network"
      : "unknown")
  );
}

function firstKind(
  words: readonly string[],
  table: ReadonlyMap<string, ModelErrorKind>,
): ModelErrorKind | undefined {
  for (const word of words) {
    const kind = table.get(word);
    if (kind !== undefined) return kind;
  }
  return undefined;
}

function kindOfStatus({ status, message }: ErrorFacts): ModelErrorKind | undefined {
  if (status === undefined || status < 400) return undefined;
  if (status < 500 && contextTooLong.test(message.slice(0, 2_000))) return "context_too_long";
  if (status < 500 && isContentRefused({ message })) return "content_filtered";
  return statusKinds.get(status) ?? (status < 500 ? "invalid_request" : "server_error");
}

const contextTooLong =
  /context (?:length|window)|maximum context|(?:prompt|input) is too long|too many (?:input |prompt )?tokens/i;

/**
 * True for the wording of providers that send no code of their own for this case:
 *
 *   Anthropic   Output blocked by content filtering policy
 *   Azure       The response was filtered due to the prompt triggering Azure OpenAI's content
 *               management policy
 *   OpenAI      your prompt was flagged as potentially violating our usage policy
 *               Your request was rejected as a result of our safety system
 *   OpenRouter  Your input was flagged for "violence"
 *   DeepSeek    Content Exists Risk
 *   DashScope   Input data may contain inappropriate content
 *
 * A stream that has begun reports it without an HTTP status.
 */
function isContentRefused({ message }: Pick<ErrorFacts, "message">): boolean {
  return contentRefused.test(message.slice(0, 2_000));
}

const contentRefused =
  /content (?:filtering|management) policy|violating our usage polic|result of our safety system|(?:input|prompt) was flagged|content exists risk|contain inappropriate content/i;

const statusKinds: ReadonlyMap<number, ModelErrorKind> = new Map([
  [401, "auth"],
  [403, "auth"],
  [408, "timeout"],
  [409, "server_error"],
  [413, "context_too_long"],
  [429, "rate_limited"],
  [503, "overloaded"],
  [504, "timeout"],
  [529, "overloaded"],
]);

/** Error codes that are more specific than the HTTP status of the response. */
const exactCodes: ReadonlyMap<string, ModelErrorKind> = new Map([
  ["context_length_exceeded", "context_too_long"],
  ["content_filter", "content_filtered"],
  ["content_policy_violation", "content_filtered"],
  ["moderation_blocked", "content_filtered"],
  ["ResponsibleAIPolicyViolation", "content_filtered"],
  ["data_inspection_failed", "content_filtered"],
  ["DataInspectionFailed", "content_filtered"],
  ["insufficient_quota", "rate_limited"],
  ["rate_limit_exceeded", "rate_limited"],
  ["rate_limit_error", "rate_limited"],
  ["RESOURCE_EXHAUSTED", "rate_limited"],
  ["overloaded_error", "overloaded"],
  ["UNAVAILABLE", "overloaded"],
  ["authentication_error", "auth"],
  ["permission_error", "auth"],
  ["invalid_api_key", "auth"],
  ["UNAUTHENTICATED", "auth"],
  ["PERMISSION_DENIED", "auth"],
  ["timeout_error", "timeout"],
  ["DEADLINE_EXCEEDED", "timeout"],
  ["api_error", "server_error"],
]);

const errorNames: ReadonlyMap<string, ModelErrorKind> = new Map([
  ["AbortError", "cancelled"],
  ["APIUserAbortError", "cancelled"],
  ["TimeoutError", "timeout"],
  ["APIConnectionTimeoutError", "timeout"],
  ["APIConnectionError", "network"],
]);

const networkCodes: ReadonlyMap<string, ModelErrorKind> = new Map([
  ["ECONNREFUSED", "network"],
  ["ECONNRESET", "network"],
  ["ECONNABORTED", "network"],
  ["ENOTFOUND", "network"],
  ["EAI_AGAIN", "network"],
  ["EPIPE", "network"],
  ["EHOSTUNREACH", "network"],
  ["ENETUNREACH", "network"],
  ["UND_ERR_SOCKET", "network"],
  ["ETIMEDOUT", "timeout"],
  ["ESOCKETTIMEDOUT", "timeout"],
  ["UND_ERR_CONNECT_TIMEOUT", "timeout"],
  ["UND_ERR_HEADERS_TIMEOUT", "timeout"],
  ["UND_ERR_BODY_TIMEOUT", "timeout"],
]);
