// Converts the errors of the SDK, of servers and of this adapter to the contract's.

import { ModelError, type ModelErrorKind } from "@ptc/llm";
import {
  connectionMessage,
  normalizeModelError,
  isObject,
  unexpectedResponse,
  type FailedRequest,
} from "@ptc/llm/adapter";

/** A server reported a failure in a response that began normally. */
export class ServerFailure extends Error {
  override readonly name = "ServerFailure";
  readonly code: string | undefined;
  readonly type: string | undefined;
  /** Routers and vLLM send an HTTP status as the code. */
  readonly status: number | undefined;

  constructor(error: unknown) {
    const { message, code, type } = isObject(error) ? error : { message: error };
    super(typeof message === "string" ? message : "the server gave no reason");
    this.code = typeof code === "string" ? code : undefined;
    this.type = typeof type === "string" ? type : undefined;
    const status = typeof code === "number" ? code : undefined;
    this.status = status !== undefined && status >= 400 && status <= 599 ? status : undefined;
  }
}

/** The body ended before the response did, however the host reports it. */
export class BrokenConnection extends Error {
  override readonly name = "BrokenConnection";

  constructor(cause?: unknown) {
    super("the connection broke before the answer was complete", { cause });
  }
}

export interface FailedOpenAIRequest extends Omit<FailedRequest, "provider"> {
  /** The requested path and its option, for the message of a server that doesn't have it. */
  readonly unknownPath: string | undefined;
}

export function modelErrorOf(
  error: unknown,
  { signal, bounds, modelId, url, unknownPath }: FailedOpenAIRequest,
): ModelError {
  const request = { provider: "openai", modelId };
  const unexpected = unexpectedResponse(error, { ...request, bounds });
  if (unexpected !== undefined) return unexpected;
  const found = normalizeModelError(error, { ...request, signal });
  const { message, stack, status, retryAfterMs, requestId, usage } = found;
  const kind = found.kind === "cancelled" ? found.kind : (kindOf(error, found) ?? found.kind);
  return new ModelError({
    ...request,
    kind,
    message:
      kind === "network"
        ? connectionMessage(message, error, url)
        : `${message}${isPathMissing(status) && unknownPath !== undefined ? ` (requested ${unknownPath})` : ""}`,
    stack,
    status,
    retryAfterMs,
    requestId,
    usage,
    retryable: kind === found.kind ? found.retryable : undefined,
  });
}

function isPathMissing(status: number | undefined): boolean {
  return status === 404 || status === 405;
}

/** Recognizes these servers' error codes, which `normalizeModelError` doesn't know. */
function kindOf(error: unknown, found: ModelError): ModelErrorKind | undefined {
  if (!isObject(error)) return undefined;
  const { code, type } = error;
  const named = codeKinds.get(code) ?? codeKinds.get(type);
  if (named !== undefined || found.kind !== "unknown") return named;
  if (error instanceof BrokenConnection) return "network";
  if (!(error instanceof ServerFailure)) return undefined;
  // Without an HTTP status, the code decides whether the request was at fault.
  return requestCodes.test(error.code ?? error.type ?? "") ? "invalid_request" : "server_error";
}

const codeKinds: ReadonlyMap<unknown, ModelErrorKind> = new Map<unknown, ModelErrorKind>([
  ["server_is_overloaded", "overloaded"],
  ["slow_down", "overloaded"],
  ["service_unavailable_error", "overloaded"],
  ["vector_store_timeout", "timeout"],
  ["bio_policy", "content_filtered"],
  ["cyber_policy", "content_filtered"],
  ["misalignment_policy_violation", "content_filtered"],
  ["image_content_policy_violation", "content_filtered"],
  // The code of llama.cpp.
  ["exceed_context_size_error", "context_too_long"],
]);

/** Such as `invalid_prompt`, `image_too_large` and `failed_to_download_image`. */
const requestCodes = /^(?:invalid|unsupported|empty|failed_to_download|image)_/;
