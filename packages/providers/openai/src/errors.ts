// The errors of the SDK, of servers and of this adapter, as the contract has them.

import { ModelError, type ModelErrorKind } from "@ptc/llm";
import {
  normalizeModelError,
  isObject,
  unexpectedResponse,
  type FailedRequest,
} from "@ptc/llm/adapter";

/** A server said, in an answer that began well, that it failed. */
export class ServerFailure extends Error {
  override readonly name = "ServerFailure";
  readonly code: string | undefined;
  readonly type: string | undefined;
  /** Routers and vLLM give an HTTP status as the code. */
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

/** The body of an answer ended before the answer did, in whatever way the host says it. */
export class BrokenConnection extends Error {
  override readonly name = "BrokenConnection";

  constructor(cause?: unknown) {
    super("the connection broke before the answer was whole", { cause });
  }
}

export interface FailedOpenAIRequest extends Omit<FailedRequest, "provider"> {
  readonly apiKey: string | undefined;
}

export function modelErrorOf(
  error: unknown,
  { signal, modelId, apiKey }: FailedOpenAIRequest,
): ModelError {
  const request = { provider: "openai", modelId };
  const unexpected = unexpectedResponse(error, request);
  if (unexpected !== undefined) return unexpected;
  const found = normalizeModelError(error, { ...request, signal });
  const { message, stack, status, retryAfterMs, requestId, usage } = found;
  const kind = found.kind === "cancelled" ? found.kind : (kindOf(error, found) ?? found.kind);
  const without = (text: string): string =>
    apiKey === undefined ? text : text.replaceAll(apiKey, "<secret>");
  return new ModelError({
    ...request,
    kind,
    message: without(message),
    stack: stack === undefined ? undefined : without(stack),
    status,
    retryAfterMs,
    requestId,
    usage,
    retryable: kind === found.kind ? found.retryable : undefined,
  });
}

/** What `normalizeModelError` does not know: the words of these servers. */
function kindOf(error: unknown, found: ModelError): ModelErrorKind | undefined {
  if (!isObject(error)) return undefined;
  const { code, type } = error;
  const named = codeKinds.get(code) ?? codeKinds.get(type);
  if (named !== undefined || found.kind !== "unknown") return named;
  if (error instanceof BrokenConnection) return "network";
  if (!(error instanceof ServerFailure)) return undefined;
  // Without an HTTP status the code has to tell whose fault it was.
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
  // llama.cpp
  ["exceed_context_size_error", "context_too_long"],
]);

/** Such as `invalid_prompt`, `image_too_large` and `failed_to_download_image`. */
const requestCodes = /^(?:invalid|unsupported|empty|failed_to_download|image)_/;
