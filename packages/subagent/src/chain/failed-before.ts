// The fail of a mission that is chained onto a step that failed: it says what failed first.

import type { Fail } from "@ptc/core/contracts";

/** However long the chain is, `details.errors` holds the first failure, and it alone. */
export function failedBefore(fail: Fail): Fail {
  const first = firstOf(fail);
  return {
    reason: "chained_failure",
    message: `the step before failed, and nothing was run: ${first.reason}: ${first.message}`,
    details: { kind: "chained_failure", errors: [first] },
  };
}

function firstOf(fail: Fail): Fail {
  const [first] = fail.reason === "chained_failure" ? (fail.details?.errors ?? []) : [];
  return first ?? fail;
}
