// The limit on tool calls of a mission and its child missions (option `maxToolCalls`). A call
// beyond the limit fails. The program can catch that and return the results it has; otherwise it
// fails with `tool_calls_exceeded`.

import type { Fail } from "@ptc/core/contracts";
import { ToolFailure } from "@ptc/core/errors";
import { EndOfRun } from "@ptc/core/internal/errors";
import type { Allowance } from "./allowance.ts";

const kind = "tool_calls_exceeded";

/**
 * Takes one of the calls left.
 * @throws ToolFailure if none are left
 */
export function takeToolCall(calls: Allowance): void {
  if (calls.left === 0) {
    const limit = limitOf(calls);
    throw new ToolFailure(
      `the call was not made: the limit of ${String(limit.value)} tool calls for ${whose(calls)} is used up (option maxToolCalls)`,
      { kind, limit },
    );
  }
  calls.spend();
}

function whose(calls: Allowance): string {
  if (calls.isUsedUpByRuns) return "all runs together";
  return `${calls.isUsedUpAbove ? "a mission above" : "the mission"} and those below it`;
}

/**
 * Returns the failure of a program. If it comes from a call beyond the limit, it gets the reason
 * `tool_calls_exceeded`.
 */
export function namedFail(fail: Fail, calls: Allowance): Fail {
  const { reason, details } = fail;
  if (reason !== "tool_error" || calls.left > 0 || !isCallTooMany(details?.data)) return fail;
  return {
    ...fail,
    reason: kind,
    details: {
      ...details,
      kind,
      limit: limitOf(calls),
      hint: "stop calling tools: return the best answer from the results so far",
    },
  };
}

/**
 * Returns the failure of a native call. A tool may throw anything, even a value that throws when
 * read.
 */
export function callFail(error: unknown, message: string, op: string): Fail {
  try {
    return knownFail(error, message, op) ?? { reason: "tool_error", message, op };
  } catch {
    return { reason: "tool_error", message, op };
  }
}

function knownFail(error: unknown, message: string, op: string): Fail | undefined {
  if (error instanceof EndOfRun) {
    const { reason, data } = error;
    return {
      reason,
      message: error.message,
      details: { kind: reason, ...(data === undefined ? {} : { data }) },
    };
  }
  if (error instanceof ToolFailure && isCallTooMany(error.data)) {
    const { limit } = error.data as { readonly limit?: FailLimit };
    return {
      reason: kind,
      message,
      op,
      details: { kind, ...(limit === undefined ? {} : { limit }) },
    };
  }
  return undefined;
}

/** True if a program failed because its mission had no tool calls left. */
export function isOutOfToolCalls({ reason, details }: Fail): boolean {
  return reason === kind && details?.limit?.option === "maxToolCalls";
}

function isCallTooMany(data: unknown): boolean {
  return typeof data === "object" && data !== null && "kind" in data && data.kind === kind;
}

type FailLimit = NonNullable<NonNullable<Fail["details"]>["limit"]>;

function limitOf({ usedUp }: Allowance): FailLimit {
  return { option: "maxToolCalls", value: usedUp, unit: "calls" };
}
