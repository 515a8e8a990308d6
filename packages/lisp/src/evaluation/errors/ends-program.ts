// Says which errors a program can catch. Every other one ends it: limits, cancellation, `return`,
// `fail`. `catching.ts` makes the exception that a handler is given.

import { HostKeyError, OrderError } from "@ptc/core/values";
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
 * Whether `error` ends the program. Then nothing can catch it, and a `finally` on the way out has
 * no effects.
 */
export function endsProgram(error: unknown): boolean {
  return !isCatchable(error);
}
