// The result of a run as JSON, as `ptc eval --json` and `ptc eval --batch` write it.

import { printBounded } from "@ptc/core/printing";
import type { Fail } from "@ptc/core/contracts";
import { WorkLimitError, type Value } from "@ptc/core/values";
import type { LispStep } from "@ptc/lisp";
import { hostJson, writingBudget, valueJson } from "@ptc/core/internal/json";

/** Optional fields are absent, never null, except `return`, where nil is null. */
export interface ProgramAnswer {
  readonly ok: boolean;
  /** The value as a host value, as JSON. */
  readonly return?: unknown;
  /** The value as Clojure text. */
  readonly text?: string;
  readonly fail?: unknown;
  readonly prints: readonly string[];
}

/** A longer text would help nobody, and a host cannot hold one that is several times as long. */
const maximumCharacters = 50_000_000;

/** `isJudged`: the run had a signature, so `step.return` is a host value. */
export function programAnswer(step: LispStep, isJudged = false): ProgramAnswer {
  if (!step.ok) return failAnswer(step.fail, step.prints);
  const text = valueText(step.value);
  if (text === undefined) return failAnswer(tooLarge, step.prints);
  try {
    return {
      ok: true,
      return: isJudged ? hostJson(step.return) : valueJson(step.value, writingBudget()),
      text,
      prints: step.prints,
    };
  } catch (error) {
    if (error instanceof WorkLimitError) return failAnswer(tooLarge, step.prints);
    throw error;
  }
}

/** The value as Clojure text; `undefined` when it is too long. */
export function valueText(value: Value): string | undefined {
  const { text, truncated } = printBounded(value, { maxCharacters: maximumCharacters });
  return truncated ? undefined : text;
}

export function failAnswer(fail: Fail, prints: readonly string[] = []): ProgramAnswer {
  return { ok: false, fail: failJson(fail), prints };
}

/** The fail as JSON, without its details when they are too large to be written. */
function failJson(fail: Fail): unknown {
  try {
    return hostJson(fail);
  } catch (error) {
    if (!(error instanceof WorkLimitError)) throw error;
    return hostJson({ reason: fail.reason, message: fail.message });
  }
}

/** The failure of a program whose result cannot be written. */
export const tooLarge: Fail = {
  reason: "output_exceeded",
  message: "the result is too large to be written: return less, or a summary",
  details: {
    kind: "output_exceeded",
    limit: { option: "(fixed)", value: maximumCharacters, unit: "characters" },
  },
};
