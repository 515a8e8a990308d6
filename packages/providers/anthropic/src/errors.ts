// Turns the errors of the SDK and of this adapter into the contract's.

import { APIConnectionError } from "@anthropic-ai/sdk";
import type { ModelError } from "@ptc/llm";
import { requestError, type FailedRequest } from "@ptc/llm/adapter";

export function modelErrorOf(error: unknown, request: Omit<FailedRequest, "provider">): ModelError {
  return requestError(error, { ...request, provider: "anthropic" }, isBrokenConnection);
}

/** The host's fetch reports a truncated body as a TypeError. */
function isBrokenConnection(error: unknown): boolean {
  return error instanceof APIConnectionError || error instanceof TypeError;
}
