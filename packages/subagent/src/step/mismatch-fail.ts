// Makes fails of the places where a value does not match its signature.

import type { Fail } from "@ptc/core/contracts";
import type { ValidationResult } from "@ptc/signature";
import { violationLines } from "@ptc/signature/internal";

/** One fail for each place that does not match. */
export function mismatchFails(result: ValidationResult & { ok: false }): Fail[] {
  return violationLines(result).map((message): Fail => ({ reason: "validation_error", message }));
}

/** One fail for all places: the first, with the others in its details. */
export function mismatchFail(result: ValidationResult & { ok: false }): Fail {
  const [first, ...others] = mismatchFails(result);
  return {
    reason: "validation_error",
    message: first?.message ?? "the value does not match",
    details: { kind: "validation_error", errors: others },
  };
}
