// Why a request failed, in the classes that call for different reactions.

/** Why a request failed, in words that are the same for all providers. */
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
