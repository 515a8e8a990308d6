// Fields that an options object must not have: a name that is misspelled would otherwise be an
// option that is left out, and nobody would be told.

import { OptionError } from "./option-error.ts";

/**
 * `within` stands in front of the name in the error, such as `limits.`.
 * @throws OptionError naming the first own field of `options` that is none of `names`
 */
export function assertKnownOptions(options: object, names: readonly string[], within = ""): void {
  for (const name of Object.keys(options)) {
    if (!names.includes(name))
      throw new OptionError(
        `${within}${name}`,
        `unknown option; the options are ${names.join(", ")}`,
      );
  }
}
