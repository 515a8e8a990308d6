// The answer that replaces one beyond its bound, so that its request fails at once.

import { ToolFailure } from "@ptc/core/errors";
import { boundErrorIn } from "@ptc/core/internal/fetch";
import { isObject } from "@ptc/core/internal/host";

/** A code of JSON-RPC that the protocol doesn't use. */
const tooLargeCode = -31_999;

/** Returns the JSON-RPC error for a request whose answer was too large. */
export function tooLargeAnswer(id: number | string, mostBytes: number) {
  return {
    jsonrpc: "2.0" as const,
    id,
    error: { code: tooLargeCode, message: messageFor(mostBytes) },
  };
}

function messageFor(mostBytes: number): string {
  return `the answer is larger than ${String(mostBytes)} bytes (maxAnswerBytes): ask for less at once`;
}

/** Returns the failure of the call, if `error` is that of an answer that was too large. */
export function tooLargeFailure(error: unknown, mostBytes: number): ToolFailure | undefined {
  const isKnown = isObject(error) && error["code"] === tooLargeCode;
  if (!isKnown && boundErrorIn(error) === undefined) return undefined;
  const data = { kind: "mcp_result", ran: true };
  return new ToolFailure(messageFor(mostBytes), data, { isLasting: true });
}
