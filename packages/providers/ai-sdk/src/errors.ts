// What models of the AI SDK throw, as the contract has it.

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

/** The answer ended before it was whole. */
export class BrokenAnswer extends Error {
  override readonly name = "BrokenAnswer";

  constructor() {
    super("the connection broke before the answer was whole");
  }
}

/** A server said in the middle of a stream that it failed. */
export class StreamFailure extends Error {
  override readonly name = "StreamFailure";
  /** Routers give an HTTP status as the code. */
  readonly status: number | undefined;

  constructor(error: unknown) {
    const { message, code } = isObject(error) ? error : { message: error };
    // The words of the provider say what happened; they may stand deeper.
    super(typeof message === "string" ? message : "the server gave no reason", { cause: error });
    this.status = typeof code === "number" && code >= 400 && code <= 599 ? code : undefined;
  }
}

export function modelErrorOf(
  thrown: unknown,
  { signal, timeoutSignal, ...where }: FailedRequest,
): ModelError {
  if (timeoutSignal?.aborted === true && signal?.aborted !== true)
    return new ModelError({ ...where, kind: "timeout" });
  const error = lastTried(thrown);
  const named = signal?.aborted === true ? undefined : namedIn(error);
  if (named !== undefined) return new ModelError({ ...where, ...named });
  const known = normalizeModelError(error, { ...where, signal });
  const kind = known.kind === "unknown" ? guessOf(error) : undefined;
  return kind === undefined ? known : new ModelError({ ...where, kind, message: known.message });
}

/** A model that asks again by itself throws what it saw last inside an error of its own. */
function lastTried(error: unknown): unknown {
  return isObject(error) && error["name"] === "AI_RetryError" && error["lastError"] !== undefined
    ? error["lastError"]
    : error;
}

type IsInstance = (error: unknown) => boolean;

/** Each by its mark, which errors of another copy of the SDK have too. */
const classes: readonly (readonly [ModelErrorKind, IsInstance])[] = [
  ["invalid_response", (error) => error instanceof ShapeError],
  ["invalid_response", (error) => error instanceof SyntaxError],
  ["network", (error) => error instanceof BrokenAnswer],
  // So the SDK says of servers that speak OpenAI's format that they broke off.
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

/** Causes inside causes that are looked at. */
const deepest = 5;

/** Characters of a message: the SDK puts the whole answer into some. */
const longestMessage = 500;

/** What only the SDK and this adapter know; for the rest there are statuses, codes and names. */
function namedIn(
  error: unknown,
): { readonly kind: ModelErrorKind; readonly message: string } | undefined {
  let inner = error;
  for (let depth = 0; depth < deepest && inner instanceof Error; depth++) {
    const kind = classes.find(([, isInstance]) => isInstance(inner))?.[0];
    const message = inner.message.slice(0, longestMessage);
    if (kind === "invalid_response") return { kind, message: `unexpected response: ${message}` };
    if (kind !== undefined) return { kind, message };
    // A status says more than what was made of the body that came with it.
    if (hasErrorStatus(inner)) return undefined;
    inner = inner.cause;
  }
  return undefined;
}

function hasErrorStatus(error: object): boolean {
  const { statusCode } = error as { readonly statusCode?: unknown };
  return typeof statusCode === "number" && statusCode >= 400;
}

/** What an error without any sign may be. */
function guessOf(error: unknown): ModelErrorKind | undefined {
  // Without a status or a known code the server is at fault: it had begun to answer.
  if (error instanceof StreamFailure) return "server_error";
  if (!(error instanceof TypeError)) return undefined;
  // Hosts say in words of their own that a connection broke. Any other is of a provider that
  // stumbled over an answer.
  return /terminated|network|fetch|socket|connection/i.test(error.message.slice(0, longestMessage))
    ? "network"
    : "invalid_response";
}
