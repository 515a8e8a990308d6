// Builds the fail of a run that reached a limit.

import type { Fail, FailDetails } from "@ptc/core/contracts";
import type { LimitError } from "../evaluation/errors/errors.ts";
import { limitTable } from "../evaluation/limits.ts";

/** `location` is the position in the source, if it is known. */
export function limitFail({ limit, value, message }: LimitError, location: FailDetails = {}): Fail {
  const { reason, unit } = limitTable[limit];
  return {
    reason,
    message,
    details: { kind: reason, ...location, limit: { option: `limits.${limit}`, value, unit } },
  };
}
