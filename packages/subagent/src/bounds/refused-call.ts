// The failure of a program because one of its calls was denied, or was not approved in time.

import type { Fail } from "@ptc/core/contracts";

/** Returns the failure with a hint that fits a call that was denied or not approved in time. */
export function hintedFail(fail: Fail): Fail {
  const { reason, op = "tool/…", details } = fail;
  if (reason !== "tool_error" || !isRefusal(details?.data)) return fail;
  return {
    ...fail,
    details: {
      ...details,
      kind: "tool_error",
      hint: `don't request the same call again: change it, or do without it; to continue with other items, catch the error: (try (${op} {…}) (catch Exception e (ex-message e))); if the mission can't be done without it, (fail "why")`,
    },
  };
}

function isRefusal(data: unknown): boolean {
  if (typeof data !== "object" || data === null) return false;
  const { reason } = data as { readonly reason?: unknown };
  return reason === "denied" || reason === "expired";
}
