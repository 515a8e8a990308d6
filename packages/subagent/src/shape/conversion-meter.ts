// Limits the conversions for describing data. A refused conversion isn't charged, so one enormous
// host collection doesn't prevent descriptions of others.

import { WorkLimitError, type WorkMeter } from "@ptc/core/values";

/**
 * Returns a meter for at most `maximum` entries in total. @throws WorkLimitError from `spend` for
 * more
 */
export function conversionMeter(maximum: number): WorkMeter {
  let left = maximum;
  return {
    spend(entries) {
      if (entries > left) throw new WorkLimitError("describing data", maximum);
      left -= entries;
    },
  };
}
