// Checks the names of options, since a misspelled option would be ignored silently, and numbers.

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

/**
 * Returns `value`, the option `name`.
 * @throws OptionError unless it is a whole number from `least` to `most`
 */
export function wholeNumber(name: string, value: number, least: number, most: number): number {
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw new OptionError(
    name,
    `expected a whole number from ${String(least)} to ${String(most)}, got ${String(value)}`,
  );
}

/** The message for an unknown option: the option to use instead, or the nearest names. */
export function unknownOption(name: string, names: readonly string[], alias?: string): string {
  const hint = alias === undefined ? didYouMean(name, names) : `use \`${alias}\``;
  return `unknown option (${hint ?? `expected ${names.slice(0, mostShown).join(", ")}`})`;
}

/** The number of names shown if none is similar. */
const mostShown = 12;
