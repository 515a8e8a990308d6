// What a provider of the AI SDK says that it did not pass on, in the words of the contract.

import type { ModelWarning } from "@ptc/llm";
import { objectOrEmpty, textOrAbsent } from "@ptc/llm/adapter";

/** Fields of a request that the SDK calls otherwise. */
const ours: ReadonlyMap<string, string> = new Map([
  ["responseFormat", "output"],
  ["reasoning", "thinking.effort"],
]);

/** The warnings, ours and the provider's; absent where there are none. */
export function warningsOf(
  own: readonly ModelWarning[],
  given: unknown,
): readonly ModelWarning[] | undefined {
  const theirs = Array.isArray(given) ? given.map(warningOf) : [];
  return own.length + theirs.length === 0 ? undefined : [...own, ...theirs];
}

/** The kinds differ in which of these fields they have. */
function warningOf(given: unknown): ModelWarning {
  const { feature, setting, details, message } = objectOrEmpty(given);
  const name = textOrAbsent(feature) ?? textOrAbsent(setting) ?? "request";
  const option = ours.get(name) ?? name;
  return {
    option,
    message:
      textOrAbsent(details) ?? textOrAbsent(message) ?? `the provider does not know ${option}`,
  };
}
