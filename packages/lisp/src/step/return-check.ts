// Checks the return value of a program against the caller's schema. Lazily loaded, by
// loading/lazy-language.ts.

import type { Fail } from "@ptc/core/contracts";
import { CancelledError } from "../evaluation/errors/errors.ts";
import type { Verdict } from "../evaluation/host/schema-verdict.ts";
import { untilAborted } from "../evaluation/host/until-aborted.ts";

type Checked<Return> =
  { readonly ok: true; readonly value: Return } | { readonly ok: false; readonly fail: Fail };

/**
 * Returns the value that the schema accepted, or the fail of a value that doesn't match it.
 * @throws CancelledError if `signal` is aborted before the verdict
 */
export async function checkReturn<Return>(
  verdict: Verdict<Return> | Promise<Verdict<Return>>,
  signal: AbortSignal | undefined,
): Promise<Checked<Return>> {
  const settled = await untilAborted(Promise.resolve(verdict), signal);
  if (settled.kind !== "answered") throw new CancelledError();
  const { messages } = settled.value;
  if (messages === undefined) return { ok: true, value: settled.value.value };
  return {
    ok: false,
    fail: {
      reason: "validation_error",
      message: messages.join("; "),
      details: {
        kind: "validation_error",
        errors: messages.map((message) => ({ reason: "validation_error", message })),
      },
    },
  };
}
