// Which errors a program can catch. Every other one ends it: limits, cancellation, `return`,
// `fail`.

import { HostKeyError } from "@ptc/core/values";
import { EvaluationError, ThrownError, ToolError } from "./errors.ts";

/**
 * Whether `error` ends the program: nothing can catch it, and what runs on the way out runs without
 * effects.
 */
export function endsProgram(error: unknown): boolean {
  return !(
    error instanceof EvaluationError ||
    error instanceof ToolError ||
    error instanceof ThrownError ||
    error instanceof HostKeyError
  );
}
