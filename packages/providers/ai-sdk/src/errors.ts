// Converts errors of AI SDK models to those of the contract.

import {
  EmptyResponseBodyError,
  InvalidArgumentError,
  InvalidPromptError,
  InvalidResponseDataError,
  JSONParseError,
  LoadAPIKeyError,
  LoadSettingError,
  NoContentGeneratedError,
  NoSuchModelError,
  NoSuchProviderReferenceError,
  TypeValidationError,
  UnsupportedFunctionalityError,
} from "@ai-sdk/provider";
import { ModelError, type ModelErrorKind } from "@ptc/llm";
import { normalizeModelError, isObject, ShapeError, type FailedRequest } from "@ptc/llm/adapter";

/** The response ended before it was complete. */
export class BrokenAnswer extends Error {
  override readonly name = "BrokenAnswer";

  constructor() {
    super("the connection broke before the answer was complete");
  }
}

/** A server reported a failure in the middle of a stream. */
export class StreamFailure extends Error {
  override readonly name = "StreamFailure";
  /** Routers send an HTTP status as the code. */
  readonly status: number | undefined;

  constructor(error: unknown) {
    const { message, code } = isObject(error) ? error : { message: error };
    // The provider's message describes the failure; it may be nested.
    super(typeof message === "string" ? message : "the server gave no reason", { cause: error });
    this.status = typeof code === "number" && code >= 400 && code <= 599 ? code : undefined;
  }
}

export function modelErrorOf(
  thrown: unknown,
  { signal, bounds, ...where }: FailedRequest,
): ModelError {
  if (bounds?.failure !== undefined)
    return new ModelError({ ...where, kind: "timeout", message: bounds.failure.message });
  const error = lastTried(thrown);
  const named = signal?.aborted === true ? undefined : namedIn(error);
  if (named !== undefined) return new ModelError({ ...where, ...named });
  const known = normalizeModelError(error, { ...where, signal });
  const kind = known.kind === "unknown" ? guessOf(error) : undefined;
  return kind === undefined ? known : new ModelError({ ...where, kind, message: known.message });
}

/** A model that retries by itself wraps its last error. */
function lastTried(error: unknown): unknown {
  return isObject(error) && error["name"] === "AI_RetryError" && error["lastError"] !== undefined
    ? error["lastError"]
    : error;
}

type IsInstance = (error: unknown) => boolean;

/** Checks use marks that errors of another copy of the SDK also have. */
const classes: readonly (readonly [ModelErrorKind, IsInstance])[] = [
  ["invalid_response", (error) => error instanceof ShapeError],
  ["invalid_response", (error) => error instanceof SyntaxError],
  ["network", (error) => error instanceof BrokenAnswer],
  // The SDK throws this for OpenAI-compatible servers that break off.
  ["network", (error) => InvalidResponseDataError.isInstance(error) && hasEnded(error)],
  ["invalid_response", (error) => InvalidResponseDataError.isInstance(error)],
  ["invalid_response", (error) => JSONParseError.isInstance(error)],
  ["invalid_response", (error) => TypeValidationError.isInstance(error)],
  ["invalid_response", (error) => EmptyResponseBodyError.isInstance(error)],
  ["invalid_response", (error) => NoContentGeneratedError.isInstance(error)],
  ["auth", (error) => LoadAPIKeyError.isInstance(error)],
  ["auth", (error) => LoadSettingError.isInstance(error)],
  ["invalid_request", (error) => NoSuchModelError.isInstance(error)],
  ["invalid_request", (error) => NoSuchProviderReferenceError.isInstance(error)],
  ["invalid_request", (error) => InvalidArgumentError.isInstance(error)],
  ["invalid_request", (error) => InvalidPromptError.isInstance(error)],
  ["invalid_request", (error) => UnsupportedFunctionalityError.isInstance(error)],
];

function hasEnded({ message }: Error): boolean {
  return /\bstream ended\b/i.test(message.slice(0, longestMessage));
}

/** The maximum depth of nested causes. */
const deepest = 5;

/** In characters, because the SDK puts the entire response into some messages. */
const longestMessage = 500;

/** Recognizes errors of the SDK and of this adapter; others have statuses, codes and names. */
function namedIn(
  error: unknown,
): { readonly kind: ModelErrorKind; readonly message: string } | undefined {
  let inner = error;
  for (let depth = 0; depth < deepest && inner instanceof Error; depth++) {
    const kind = classes.find(([, isInstance]) => isInstance(inner))?.[0];
    // eslint-disable-next-line texts/shortened-texts -- the text is only inspected
    const message = inner.message.slice(0, longestMessage);
    if (kind === "invalid_response") return { kind, message: `unexpected response: ${message}` };
    if (kind !== undefined) return { kind, message };
    // A status is more specific than an error about the response body.
    if (hasErrorStatus(inner)) return undefined;
    inner = inner.cause;
  }
  return undefined;
}

function hasErrorStatus(error: object): boolean {
  const { statusCode } = error as { readonly statusCode?: unknown };
  return typeof statusCode === "number" && statusCode >= 400;
}

/** Guesses the kind of an error without any evidence. */
function guessOf(error: unknown): ModelErrorKind | undefined {
  // Without a status or a known code it is a server error, because the response had begun.
  if (error instanceof StreamFailure) return "server_error";
  if (!(error instanceof TypeError)) return undefined;
  // Hosts describe a broken connection in their own terms. Any other TypeError comes from a
  // provider package that failed on a response.
  return /terminated|network|fetch|socket|connection/i.test(error.message.slice(0, longestMessage))
    ? "network"
    : "invalid_response";
}
