// Creates the fail of a mission that is chained onto a failed step. It reports the first failure of
// the chain.

import type { Fail } from "@ptc/core/contracts";

/**
 * Returns a fail whose `details.errors` has the first failure as its only entry, no matter how
 * long the chain is.
 */
export function failedBefore(fail: Fail): Fail {
  const first = firstOf(fail);
  return {
    reason: "chained_failure",
    message: `the previous step failed, so nothing was run: ${first.reason}: ${first.message}`,
    details: { kind: "chained_failure", errors: [first] },
  };
}

function firstOf(fail: Fail): Fail {
  const [first] = fail.reason === "chained_failure" ? (fail.details?.errors ?? []) : [];
  return first ?? fail;
}
