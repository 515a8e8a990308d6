// What is told of a request that failed. `ModelError` is the error that tells it.

import type { ModelErrorKind } from "./model-error-kind.ts";
import type { ModelUsage } from "./model-usage.ts";

export interface ModelFailure extends Error {
  readonly kind: ModelErrorKind;
  /** The same request may succeed when it is sent again. */
  readonly retryable: boolean;
  readonly retryAfterMs: number | undefined;
  /** The HTTP status. */
  readonly status: number | undefined;
  readonly provider: string | undefined;
  readonly modelId: string | undefined;
  /** The provider's id of the failed request. */
  readonly requestId: string | undefined;
  /** What the request cost before it failed. */
  readonly usage: ModelUsage | undefined;
}
