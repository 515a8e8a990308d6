// Checks the fields of a tool that rules about origins read.

import type { Tool } from "@ptc/core/contracts";
import { OptionError } from "@ptc/core/errors";

/** Checks the fields. @throws OptionError with the path of the wrong field */
export function checkTrust(
  option: string,
  { trust, private: isPrivate, endorses }: Pick<Tool, "trust" | "private" | "endorses">,
): void {
  if (trust !== undefined && !["trusted", "untrusted"].includes(trust))
    throw new OptionError(`${option}.trust`, 'expected "trusted" or "untrusted"');
  for (const [name, flag] of Object.entries({ private: isPrivate, endorses }))
    if (flag !== undefined && typeof (flag as unknown) !== "boolean")
      throw new OptionError(`${option}.${name}`, "expected true or false");
}
