// The result of a run as JSON, for `ptc eval --json` and `ptc eval --batch`.

import { printBounded } from "@ptc/core/printing";
import type { Fail } from "@ptc/core/contracts";
import { WorkLimitError, type Value } from "@ptc/core/values";
import type { LispStep } from "@ptc/lisp";
import { hostJson, writingBudget, valueJson } from "@ptc/core/internal/json";

/** Optional fields are absent, never null, except `return`, where nil is null. */
export interface ProgramResult {
  readonly ok: boolean;
  /** The value as JSON of the host value. */
  readonly return?: unknown;
  /** The value as Clojure text. */
  readonly text?: string;
  readonly fail?: unknown;
  readonly prints: readonly string[];
  readonly warnings?: readonly string[];
}

/** The limit for the text of a value. Hosts don't support strings of several times this length. */
const maximumCharacters = 50_000_000;

/** Returns the result of a step. With `isChecked`, a signature made `step.return` a host value. */
export function programResult(step: LispStep, isChecked = false): ProgramResult {
  const warnings = step.warnings === undefined ? {} : { warnings: step.warnings };
  if (!step.ok) return { ...failResult(step.fail, step.prints), ...warnings };
  const text = valueText(step.value);
  if (text === undefined) return failResult(tooLarge, step.prints);
  try {
    return {
      ok: true,
      return: isChecked ? hostJson(step.return) : valueJson(step.value, writingBudget()),
      text,
      prints: step.prints,
      ...warnings,
    };
  } catch (error) {
    if (error instanceof WorkLimitError) return failResult(tooLarge, step.prints);
    throw error;
  }
}

/** Returns the value as Clojure text, or `undefined` if it is too long. */
export function valueText(value: Value): string | undefined {
  const { text, truncated } = printBounded(value, { maxCharacters: maximumCharacters });
  return truncated ? undefined : text;
}

/** Returns the result of a failed run. */
export function failResult(fail: Fail, prints: readonly string[] = []): ProgramResult {
  return { ok: false, fail: failJson(fail), prints };
}

/** Returns the failure as JSON, without its details if they are too large. */
function failJson(fail: Fail): unknown {
  try {
    return hostJson(fail);
  } catch (error) {
    if (!(error instanceof WorkLimitError)) throw error;
    return hostJson({ reason: fail.reason, message: fail.message });
  }
}

/** The failure of a program whose result can't be written. */
export const tooLarge: Fail = {
  reason: "output_exceeded",
  message: "the result is too large to be written: return less, or a summary",
  details: {
    kind: "output_exceeded",
    limit: { option: "(fixed)", value: maximumCharacters, unit: "characters" },
  },
};
