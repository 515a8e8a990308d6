// The calls of tools that a mission and those below it may make (option `maxToolCalls`). A call
// that is one too many fails, and its program may catch that and return what it has. A program that
// does not catch it fails with `tool_calls_exceeded`.

import type { Fail } from "@ptc/core/contracts";
import { ToolFailure } from "@ptc/core/errors";
import { EndOfRun } from "@ptc/core/internal/errors";
import type { Allowance } from "./allowance.ts";

const kind = "tool_calls_exceeded";

/**
 * Takes a call from those that are left.
 * @throws ToolFailure where none is
 */
export function takeToolCall(calls: Allowance): void {
  if (calls.left === 0) {
    const limit = limitOf(calls);
    throw new ToolFailure(
      `the call was not made: the limit of ${String(limit.value)} calls of tools for ${whose(calls)} is used up (option maxToolCalls)`,
      { kind, limit },
    );
  }
  calls.spend();
}

function whose(calls: Allowance): string {
  if (calls.isUsedUpByRuns) return "all runs together";
  return `${calls.isUsedUpAbove ? "a mission above" : "the mission"} and those below it`;
}

/** The fail of a program as it is told: one of a call too many has the reason of that. */
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
      hint: "call no further tool: return the best answer from what was found so far",
    },
  };
}

/** The fail of a call that a model made itself. What a tool throws may be anything. */
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

/** Whether a program failed because no calls of tools were left to the mission. */
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
