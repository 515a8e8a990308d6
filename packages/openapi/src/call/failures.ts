// The failures of calls, as programs and models see them. They never contain a URL or a header,
// because those may have credentials.

import { ToolFailure } from "@ptc/core/errors";

/** The data of a failed call, which programs read with `(:data (ex-data e))`. */
export interface FailureData {
  readonly kind:
    | "wrong_arguments"
    | "http_error"
    | "redirect_refused"
    | "unreachable"
    | "answer_too_large"
    | "unexpected_answer"
    | "no_credentials"
    | "cancelled";
  readonly status?: number;
  /** The start of the server's error text. */
  readonly body?: string;
  readonly retry_after_seconds?: number;
}

/** The same call would fail again. */
export function wrongArguments(problem: string): ToolFailure {
  return lastingFailure(`wrong arguments: ${problem}`, { kind: "wrong_arguments" });
}

export function lastingFailure(message: string, data: FailureData): ToolFailure {
  return new ToolFailure(message, data, { isLasting: true });
}
