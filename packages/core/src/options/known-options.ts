// Checks the names of options. Without this check, a misspelled option would be ignored silently.

import { didYouMean } from "./nearest-names.ts";
import { OptionError } from "./option-error.ts";

/**
 * Option names of other libraries, with the option to use instead: `model` -> `llm`. A field of an
 * option has a path: `timeout` -> `limits.timeoutMs`.
 */
export type OptionAliases = ReadonlyMap<string, string>;

/**
 * `within` is the path in front of the name in the error, such as `limits.`.
 * @throws OptionError naming the first own field of `options` that is not in `names`
 */
export function assertKnownOptions(
  options: object,
  names: readonly string[],
  within = "",
  aliases?: OptionAliases,
): void {
  for (const name of Object.keys(options)) {
    if (!names.includes(name))
      throw new OptionError(`${within}${name}`, unknownOption(name, names, aliases?.get(name)));
  }
}

/** The message for an unknown option: the option to use instead, or the nearest names. */
export function unknownOption(name: string, names: readonly string[], alias?: string): string {
  const hint = alias === undefined ? didYouMean(name, names) : `use \`${alias}\``;
  return `unknown option (${hint ?? `expected ${names.slice(0, mostShown).join(", ")}`})`;
}

/** The number of names shown if none is similar. */
const mostShown = 12;
