// Converts mismatches between a value and its signature to fails.

import type { Fail } from "@ptc/core/contracts";
import type { ValidationResult } from "@ptc/signature";
import { violationLines } from "@ptc/signature/internal";

/** Returns one fail for each mismatch. */
export function mismatchFails(result: ValidationResult & { ok: false }): Fail[] {
  return violationLines(result).map((message): Fail => ({ reason: "validation_error", message }));
}

/** Returns one fail for all mismatches: the first, with the others in its details. */
export function mismatchFail(result: ValidationResult & { ok: false }): Fail {
  const [first, ...others] = mismatchFails(result);
  return {
    reason: "validation_error",
    message: first?.message ?? "the value does not match",
    details: { kind: "validation_error", errors: others },
  };
}
