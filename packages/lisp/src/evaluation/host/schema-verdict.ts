// Validates a value with a Standard Schema of the host. A schema may return its result directly or
// as a promise. One that throws, or doesn't return a result, is reported as broken.

import type { StandardResult, StandardSchema } from "@ptc/core/contracts";
import { isThenable } from "@ptc/core/internal/contracts";
import { issueTexts } from "@ptc/core/internal/errors";
import { thrownMessage } from "../errors/raised.ts";

/** The outcome of a validation: a value, or messages about the problems. */
export type Verdict<Output = unknown> =
  | { readonly messages: undefined; readonly value: Output }
  | { readonly messages: readonly string[] };

/** Never throws or rejects. `name` is the option with the schema, such as `returns`. */
export function verdictOf<Output>(
  schema: StandardSchema<Output>,
  value: unknown,
  name: string,
): Verdict<Output> | Promise<Verdict<Output>> {
  const failed = (error: unknown): Verdict<Output> => ({
    messages: [`the schema given as \`${name}\` failed: ${thrownMessage(error, "it failed")}`],
  });
  const read = (result: unknown): Verdict<Output> => {
    if (typeof result !== "object" || result === null)
      return { messages: [`the schema given as \`${name}\` returned no result`] };
    const given = result as StandardResult<Output>;
    return given.issues === undefined
      ? { messages: undefined, value: given.value }
      : { messages: issueTexts(given.issues) };
  };
  try {
    const result: unknown = schema["~standard"].validate(value);
    // Read in a separate promise, which rejects if the result can't be read.
    if (isThenable(result)) return Promise.resolve(result).then(read).catch(failed);
    return read(result);
  } catch (error) {
    return failed(error);
  }
}
