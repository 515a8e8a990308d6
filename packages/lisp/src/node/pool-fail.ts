// Builds the fails of the pool for processes that could not answer. Usually the process itself ends
// a program that reaches a limit; then the fail is that of `run`, with its position.

import type { Fail } from "@ptc/core/contracts";
import type { WorkLimitError } from "@ptc/core/values";
import { CancelledError, timeLimitError } from "../evaluation/errors/errors.ts";
import { limitFail } from "../step/limit-fail.ts";
import type { WrittenFail } from "./messages.ts";
import type { Ending } from "./sandbox.ts";

export function timeoutFail(timeoutMs: number, chargeToolTime: boolean): Fail {
  return limitFail(timeLimitError(timeoutMs, chargeToolTime));
}

export function cancelledFail(): Fail {
  return { reason: "cancelled", message: new CancelledError().message };
}

export function closedFail(): Fail {
  return { reason: "cancelled", message: "the run was cancelled: its pool was closed" };
}

/** Returns the fail of a run whose step takes this process too long to read. */
export function unreadFail({ maximum }: WorkLimitError): Fail & WrittenFail {
  return {
    reason: "output_exceeded",
    message: `the program's output has more than ${String(maximum)} elements in total: return a summary instead`,
    details: { kind: "output_exceeded" },
  };
}

/** Returns the fail of a run whose process ended early. */
export function endingFail(ending: Ending, memoryMb: number): Fail {
  switch (ending.type) {
    case "out-of-memory":
      return {
        reason: "memory_exceeded",
        message: `the program needs more memory than the ${String(memoryMb)} megabytes of its process: keep only the fields you need, or aggregate instead of collecting (option memoryMb)`,
        details: {
          kind: "memory_exceeded",
          limit: { option: "memoryMb", value: memoryMb, unit: "megabytes" },
        },
      };
    case "unstarted":
      return {
        reason: "sandbox_failed",
        message: `the process for the program could not be started: ${ending.problem}`,
        details: { kind: "sandbox_unstarted" },
      };
    case "broken":
      return {
        reason: "sandbox_failed",
        message: `the program's process did not respond: ${ending.problem}; the program may be correct`,
        details: { kind: "sandbox_ended" },
      };
  }
}
