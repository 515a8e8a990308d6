// The kinds of failed requests, grouped by the reaction they call for.

/** The reason why a request failed, the same for all providers. */
export type ModelErrorKind =
  | "rate_limited"
  | "overloaded"
  | "timeout"
  | "auth"
  | "invalid_request"
  | "context_too_long"
  | "content_filtered"
  | "network"
  | "server_error"
  | "cancelled"
  | "invalid_response"
  | "recording_exhausted"
  | "unknown";
