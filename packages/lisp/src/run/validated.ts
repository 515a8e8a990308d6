// Checks what a program returns against the schema the caller gave.

import type { Fail, StandardResult, StandardSchema } from "@ptc/core/contracts";
import { issueTexts } from "@ptc/core/errors";
import { CancelledError } from "../evaluation/errors.ts";
import { thrownMessage } from "../evaluation/thrown-message.ts";
import { untilAborted } from "../evaluation/until-aborted.ts";

type Checked<Return> =
  { readonly ok: true; readonly value: Return } | { readonly ok: false; readonly fail: Fail };

/**
 * Checks `value` against `schema`. Without a schema there is nothing to check: the type is what the
 * caller chose to see.
 * @throws CancelledError when `signal` is aborted while the schema is at work
 */
export function validated<Return>(
  value: unknown,
  schema: StandardSchema<Return> | undefined,
  signal: AbortSignal | undefined,
): Checked<Return> | Promise<Checked<Return>> {
  return schema === undefined
    ? { ok: true, value: value as Return }
    : validatedWith(schema, value, signal);
}

async function validatedWith<Return>(
  schema: StandardSchema<Return>,
  value: unknown,
  signal: AbortSignal | undefined,
): Promise<Checked<Return>> {
  const settled = await untilAborted(validate(schema, value), signal);
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

/** What a schema said: a value, or what is wrong, in words. */
type Verdict<Return> =
  | { readonly messages: undefined; readonly value: Return }
  | { readonly messages: readonly string[] };

/**
 * Asks the schema. One that throws, or answers with no result, is broken, and the message says so.
 */
async function validate<Return>(
  schema: StandardSchema<Return>,
  value: unknown,
): Promise<Verdict<Return>> {
  try {
    const result: unknown = await schema["~standard"].validate(value);
    if (typeof result !== "object" || result === null)
      return { messages: ["the schema given as `returns` answered with no result"] };
    const given = result as StandardResult<Return>;
    return given.issues === undefined
      ? { messages: undefined, value: given.value }
      : { messages: issueTexts(given.issues) };
  } catch (error) {
    return {
      messages: [`the schema given as \`returns\` failed: ${thrownMessage(error, "it failed")}`],
    };
  }
}
