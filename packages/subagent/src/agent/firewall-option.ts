// Checks the option that lists the fields the model may see although their names start with `_`.

import type { FirewallOptions } from "@ptc/core/firewall";
import { isFirewalledName } from "@ptc/core/internal/values";
import { isRecord, knownOptions, wrongOption } from "../options/option-checks.ts";

/** Checks the option. @throws OptionError with the option's name */
export function firewallOption(
  name: string,
  given: FirewallOptions = {},
): { readonly allow: readonly string[] } {
  if (!isRecord(given))
    throw wrongOption(name, "expected an object such as `{ allow: [names of fields] }`", given);
  knownOptions(given, ["allow"], `${name}.`);
  const allow: unknown = given.allow ?? [];
  if (!Array.isArray(allow) || !allow.every(isFirewalledText))
    throw wrongOption(
      `${name}.allow`,
      "expected names of fields that start with `_`, each spelled as in the data",
      allow,
    );
  return { allow };
}

function isFirewalledText(name: unknown): name is string {
  return typeof name === "string" && isFirewalledName(name);
}
