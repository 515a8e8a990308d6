// `@ptc/llm/adapter`: helpers for both sides of the model contract: adapters, which implement a
// `LanguageModel` for a provider, and callers of models, such as agents.

export { modelErrorKinds } from "./errors/error-kinds.ts";
export { normalizeModelError } from "./errors/normalize-model-error.ts";
export type { NormalizeModelErrorOptions } from "./errors/normalize-model-error.ts";
export { redactSecrets, withoutSecrets } from "./errors/redact-secrets.ts";

export { base64Of } from "./kit/base64.ts";
export { takesMediaType } from "./kit/media-types.ts";
export { ModelLookup } from "./kit/model-lookup.ts";
export { presentFields } from "@ptc/core/internal/host";
export { raceSignal } from "./kit/race-signal.ts";
export { requestHeaders } from "./kit/request-headers.ts";
export { responseMetadata } from "./kit/response-metadata.ts";
export { streamResponse } from "./kit/stream-response.ts";
export { isLanguageModel } from "./kit/to-language-model.ts";
export { costAtPrices } from "./prices/token-prices.ts";
export { addUsage, estimateTokens, estimateUsage } from "./kit/usage.ts";
export { isObject } from "@ptc/core/internal/host";
export { exactJsonText, stringifiable, withExactJson } from "./kit/json-text.ts";
export { callInput, fromModelJson } from "./kit/model-json.ts";
export type { CallInput } from "./kit/model-json.ts";
export { argumentsObject, numberedCallId, ownOptions } from "./kit/request-parts.ts";
export { resultText, toolCallCount } from "./kit/request-parts.ts";
export { chosenBoundaries } from "./kit/cache-boundaries.ts";
export type { CacheBoundary } from "./kit/cache-boundaries.ts";
export {
  checkedConnection,
  checkedTimes,
  keyedConnection,
  longestTimeoutMs,
} from "./kit/connection.ts";
export type {
  Connection,
  ConnectionDefaults,
  ConnectionOptions,
  KeyedConnection,
} from "./kit/connection.ts";
export { boundedFetch } from "@ptc/core/internal/fetch";
export type { FetchBounds } from "@ptc/core/internal/fetch";
export type { EnvironmentKey } from "./kit/environment-key.ts";
export { hidingCredentials } from "./kit/hiding-credentials.ts";
export { HttpError } from "./kit/http-error.ts";
export type { HttpErrorDetails } from "./kit/http-error.ts";
export { RequestBounds } from "./kit/request-bounds.ts";
export type { RequestTimes } from "./kit/request-bounds.ts";
export { connectionMessage, requestError, unexpectedResponse } from "./kit/request-error.ts";
export type { FailedRequest } from "./kit/request-error.ts";
export { responseStart } from "./kit/response-start.ts";
export type { StartedResponse } from "./kit/response-start.ts";
export {
  countOrAbsent,
  expectArray,
  expectJson,
  expectName,
  expectObject,
  expectString,
  objectOrEmpty,
  optionalString,
  ShapeError,
  textOrAbsent,
  withoutEvents,
} from "./kit/shape-checks.ts";
export type { UncheckedObject } from "./kit/shape-checks.ts";
