// Bounds what describing data converts. What is refused is not charged, so that one enormous
// collection of the host does not keep others from being described.

import { WorkLimitError, type WorkMeter } from "@ptc/core/values";

/** @throws WorkLimitError from `spend`, for what would be more than `maximum` entries in all */
export function conversionMeter(maximum: number): WorkMeter {
  let left = maximum;
  return {
    spend(entries) {
      if (entries > left) throw new WorkLimitError("describing data", maximum);
      left -= entries;
    },
  };
}
