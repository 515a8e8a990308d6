// Converts the warnings of an AI SDK provider to the contract's terms.

import type { ModelWarning } from "@ptc/llm";
import { objectOrEmpty, textOrAbsent } from "@ptc/llm/adapter";

/** Fields of a request that have another name in the SDK. */
const ours: ReadonlyMap<string, string> = new Map([
  ["responseFormat", "output"],
  ["reasoning", "thinking.effort"],
]);

/** Returns our warnings and the provider's, or undefined if both are empty. */
export function warningsOf(
  own: readonly ModelWarning[],
  given: unknown,
): readonly ModelWarning[] | undefined {
  const theirs = Array.isArray(given) ? given.map(warningOf) : [];
  return own.length + theirs.length === 0 ? undefined : [...own, ...theirs];
}

/** Each kind of warning has some of these fields. */
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
