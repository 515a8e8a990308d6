// The details of a failed request. `ModelError` carries them.

import type { ModelErrorKind } from "./model-error-kind.ts";
import type { ModelUsage } from "./model-usage.ts";

export interface ModelFailure extends Error {
  readonly kind: ModelErrorKind;
  /** True if the same request may succeed when it is sent again. */
  readonly retryable: boolean;
  readonly retryAfterMs: number | undefined;
  /** The HTTP status. */
  readonly status: number | undefined;
  readonly provider: string | undefined;
  readonly modelId: string | undefined;
  /** The provider's id of the failed request. */
  readonly requestId: string | undefined;
  /** The tokens that the request used before it failed. */
  readonly usage: ModelUsage | undefined;
}
