// Failed calls, as a program and a model read them. No failure shows a URL or a header: credentials
// may stand there.

import { ToolFailure } from "@ptc/core/errors";

/** What a program reads of a failed call as `(:data (ex-data e))`. */
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
  /** The beginning of the text that the server answered with an error. */
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
