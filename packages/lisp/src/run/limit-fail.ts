// The fail of a run that reached a limit.

import type { Fail, FailDetails } from "@ptc/core/contracts";
import type { LimitError } from "../evaluation/errors/errors.ts";
import { limitTable } from "../evaluation/limits.ts";

/** `place` is the position in the source, where it is known. */
export function limitFail({ limit, value, message }: LimitError, place: FailDetails = {}): Fail {
  const { reason, unit } = limitTable[limit];
  return {
    reason,
    message,
    details: { kind: reason, ...place, limit: { option: `limits.${limit}`, value, unit } },
  };
}
