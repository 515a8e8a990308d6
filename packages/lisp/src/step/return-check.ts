// Checks the return value of a program against the caller's schema. Lazily loaded, by
// loading/lazy-language.ts.

import type { Fail, StandardSchema } from "@ptc/core/contracts";
import { CancelledError } from "../evaluation/errors/errors.ts";
import { verdictOf } from "../evaluation/host/schema-verdict.ts";
import { untilAborted } from "../evaluation/host/until-aborted.ts";

type Checked<Return> =
  { readonly ok: true; readonly value: Return } | { readonly ok: false; readonly fail: Fail };

/**
 * Checks `value` against `schema`.
 * @throws CancelledError if `signal` is aborted during the check
 */
export async function checkReturn<Return>(
  schema: StandardSchema<Return>,
  value: unknown,
  signal: AbortSignal | undefined,
): Promise<Checked<Return>> {
  const settled = await untilAborted(Promise.resolve(verdictOf(schema, value, "returns")), signal);
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
