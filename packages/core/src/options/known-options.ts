// Rejects unknown fields of options objects. Otherwise, a misspelled option would be silently
// ignored.

import { OptionError } from "./option-error.ts";

/**
 * Checks that all own fields of `options` are in `names`. `within` is a prefix for the name in the
 * error, such as `limits.`.
 * @throws OptionError naming the first unknown field
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
