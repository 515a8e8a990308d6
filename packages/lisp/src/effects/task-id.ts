// The ids of tasks: texts under which the journal stores results.

import { shortened } from "@ptc/core/internal/printing";
import { Keyword, typeName, type Value } from "@ptc/core/values";
import { printBounded } from "@ptc/core/printing";
import type { Branch } from "../evaluation/branches/branch.ts";
import { EvaluationError } from "../evaluation/errors/errors.ts";

/** Returns the text of a task's id, which is a string, keyword or number. */
export function taskId(branch: Branch, value: Value, operation: keyof typeof hints): string {
  if (typeof value === "string" && value !== "") return value;
  if (value instanceof Keyword) return value.text;
  if (typeof value === "number" || typeof value === "bigint")
    return printBounded(value, { meter: branch }).text;
  throw new EvaluationError(
    "type_error",
    `${operation}: expected an id, got ${value === "" ? "an empty string" : typeName(value)}`,
    { op: operation, hint: hints[operation] },
  );
}

const hints = {
  task: 'write (task "fetch-users" …)',
  "task-reset": 'write (task-reset "fetch-users")',
  "step-done": 'write (step-done "fetch-users" "a summary")',
} as const;

/**
 * Returns an id for messages. It is a text of any length from the program or the application, so
 * it is shortened and quoted.
 */
export function shownId(id: string): string {
  return JSON.stringify(shortened(id, 60));
}
