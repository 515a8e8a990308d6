// Asks a Standard Schema of the host about a value. A schema may answer at once or with a promise;
// one that throws, or answers with no result, is broken, and the verdict says so.

import { isThenable, type StandardResult, type StandardSchema } from "@ptc/core/contracts";
import { issueTexts } from "@ptc/core/errors";
import { thrownMessage } from "../errors/thrown-message.ts";

/** What a schema said: a value, or what is wrong, in words. */
export type Verdict<Output = unknown> =
  | { readonly messages: undefined; readonly value: Output }
  | { readonly messages: readonly string[] };

/** Never throws or rejects. `name` is what the schema was given as, such as `returns`. */
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
      return { messages: [`the schema given as \`${name}\` answered with no result`] };
    const given = result as StandardResult<Output>;
    return given.issues === undefined
      ? { messages: undefined, value: given.value }
      : { messages: issueTexts(given.issues) };
  };
  try {
    const result: unknown = schema["~standard"].validate(value);
    // Read in a promise of its own, so that a result that cannot be read fails it.
    if (isThenable(result)) return Promise.resolve(result).then(read).catch(failed);
    return read(result);
  } catch (error) {
    return failed(error);
  }
}
