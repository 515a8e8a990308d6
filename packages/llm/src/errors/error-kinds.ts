// The table of error kinds: the default message of each, and whether the same request may succeed
// later.

import type { ModelErrorKind } from "../contract/model-error-kind.ts";

interface ModelErrorKindEntry {
  readonly retryable: boolean;
  readonly description: string;
}

/** All kinds of model errors, with their default message and whether a retry may help. */
export const modelErrorKinds = {
  rate_limited: { retryable: true, description: "the provider's rate limit was reached" },
  overloaded: { retryable: true, description: "the provider is overloaded" },
  timeout: { retryable: true, description: "the model did not answer in time" },
  auth: { retryable: false, description: "the provider refused the credentials" },
  invalid_request: { retryable: false, description: "the provider refused the request" },
  context_too_long: {
    retryable: false,
    description: "the conversation is longer than the model's context",
  },
  content_filtered: { retryable: false, description: "the provider refused the content" },
  network: {
    retryable: true,
    description: "the provider could not be reached, or the connection broke",
  },
  server_error: { retryable: true, description: "the provider failed" },
  cancelled: { retryable: false, description: "the model request was cancelled" },
  invalid_response: { retryable: true, description: "the model's response could not be read" },
  recording_exhausted: { retryable: false, description: "the recording has no more answers" },
  unknown: { retryable: false, description: "the model failed" },
} as const satisfies Record<ModelErrorKind, ModelErrorKindEntry>;
