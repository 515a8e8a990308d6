// A response with an error status, for adapters that send requests with `fetch`.

import { shortened } from "@ptc/core/internal/printing";

/** The longest message in characters, because a proxy's error page can be long. */
const longestMessage = 1_000;

/** The details that an adapter reads from the body of an error response. */
export interface HttpErrorDetails {
  readonly message?: string | undefined;
  /** The provider's code, such as `RESOURCE_EXHAUSTED`. */
  readonly code?: string | undefined;
  /** The wait in seconds that the body asks for; the header `retry-after` has priority. */
  readonly retryAfterSeconds?: number | undefined;
}

/** An error response of a server. The kit reads its status, code and headers. */
export class HttpError extends Error {
  override readonly name = "HttpError";
  readonly status: number;
  readonly headers: Headers;
  readonly code: string | undefined;

  constructor({ status, statusText, headers }: Response, details: HttpErrorDetails) {
    const { message = statusText, code, retryAfterSeconds } = details;
    super(shortened(`${String(status)} ${message}`.trim(), longestMessage));
    this.status = status;
    this.code = code;
    this.headers = new Headers(headers);
    if (retryAfterSeconds !== undefined && !headers.has("retry-after"))
      this.headers.set("retry-after", String(retryAfterSeconds));
  }
}
