// Says which errors a program can catch. Every other one ends it: limits, cancellation, `return`,
// `fail`.

import { HostKeyError } from "@ptc/core/values";
import { EvaluationError, ThrownError, ToolError } from "./errors.ts";

/**
 * Whether `error` ends the program. Then nothing can catch it, and a `finally` on the way out has
 * no effects.
 */
export function endsProgram(error: unknown): boolean {
  return !(
    error instanceof EvaluationError ||
    error instanceof ToolError ||
    error instanceof ThrownError ||
    error instanceof HostKeyError
  );
}
