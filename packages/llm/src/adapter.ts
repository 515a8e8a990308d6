// `@ptc/llm/adapter`: the kit for adapters, which connect a provider's API to the model contract.

export { isObject } from "@ptc/core/internal/host";
export { argumentsObject, numberedCallId, ownOptions } from "./kit/request-parts.ts";
export { resultText, toolCallCount } from "./kit/request-parts.ts";
export { chosenBoundaries } from "./kit/cache-boundaries.ts";
export type { CacheBoundary } from "./kit/cache-boundaries.ts";
export { checkedConnection, checkedTimeout, keyedConnection } from "./kit/connection.ts";
export type {
  Connection,
  ConnectionDefaults,
  ConnectionOptions,
  KeyedConnection,
} from "./kit/connection.ts";
export { HttpError } from "./kit/http-error.ts";
export type { HttpErrorDetails } from "./kit/http-error.ts";
export { requestError, unexpectedResponse } from "./kit/request-error.ts";
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
} from "./kit/shape-checks.ts";
export type { UncheckedObject } from "./kit/shape-checks.ts";
