// Checks what a program returns against the schema the caller gave.

import { issueText, type Fail, type StandardResult, type StandardSchema } from "@ptc/core/contracts";
import { untilAborted } from "../evaluation/until-aborted.ts";

type Checked<Return> = { readonly ok: true; readonly value: Return } | { readonly ok: false; readonly fail: Fail };

/**
 * Without a schema the caller chose what type to see; there is nothing to check it against.
 * @throws CancelledError when `signal` is aborted while a schema thinks
 */
export function validated<Return>(value: unknown, schema: StandardSchema<Return> | undefined, signal: AbortSignal): Checked<Return> | Promise<Checked<Return>> {
  return schema === undefined ? { ok: true, value: value as Return } : validatedWith(schema, value, signal);
}

async function validatedWith<Return>(schema: StandardSchema<Return>, value: unknown, signal: AbortSignal): Promise<Checked<Return>> {
  const result = await untilAborted(validate(schema, value), signal);
  if (result.issues === undefined) return { ok: true, value: result.value };
  const messages = result.issues.map(issueText);
  return { ok: false, fail: { reason: "validation_error", message: messages.join("; "), details: { kind: "validation_error", errors: messages.map((message) => ({ reason: "validation_error", message })) } } };
}

/** A schema that throws, or answers with nothing, is broken: that is told as such, with its message. */
async function validate<Return>(schema: StandardSchema<Return>, value: unknown): Promise<StandardResult<Return>> {
  try {
    const result: unknown = await schema["~standard"].validate(value);
    if (typeof result === "object" && result !== null) return result as StandardResult<Return>;
    return { issues: [{ message: "the schema given as `returns` answered with no result" }] };
  } catch (error) {
    return { issues: [{ message: `the schema given as \`returns\` failed: ${error instanceof Error ? error.message.slice(0, 500) : "without a message"}` }] };
  }
}
