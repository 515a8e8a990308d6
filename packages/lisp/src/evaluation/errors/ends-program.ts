// Decides which errors a program can catch. All others end it: limits, cancellation, `return` and
// `fail`. `catching.ts` creates the exception for a handler.

import { HostKeyError } from "@ptc/core/values";
import { OrderError } from "@ptc/core/internal/values";
import { EvaluationError, ThrownError, ToolError } from "./errors.ts";

export type CatchableError = EvaluationError | ToolError | ThrownError | HostKeyError | OrderError;

export function isCatchable(error: unknown): error is CatchableError {
  return (
    error instanceof EvaluationError ||
    error instanceof ToolError ||
    error instanceof ThrownError ||
    error instanceof HostKeyError ||
    error instanceof OrderError
  );
}

/**
 * True if `error` ends the program. Nothing can catch it then, and `finally` clauses on the way
 * out have no effects.
 */
export function endsProgram(error: unknown): boolean {
  return !isCatchable(error);
}
