// Checks the option that says which fields are not hidden from the model although their name starts
// with `_`.

import type { FirewallOptions } from "@ptc/core/firewall";
import { isFirewalledName } from "@ptc/core/internal/values";
import { isRecord, knownOptions, wrongOption } from "../options/option-checks.ts";

/** @throws OptionError naming the option */
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
      "expected names of fields that start with `_`, each written as the data writes it",
      allow,
    );
  return { allow };
}

function isFirewalledText(name: unknown): name is string {
  return typeof name === "string" && isFirewalledName(name);
}
