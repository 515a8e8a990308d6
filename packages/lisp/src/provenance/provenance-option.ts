// Checks the option `provenance` of a run.

import { OptionError } from "@ptc/core/errors";
import { assertKnownOptions } from "@ptc/core/internal/errors";
import { isObject } from "@ptc/core/internal/host";
import type { Provenance, ProvenanceOptions } from "../options/provenance.ts";

export interface CheckedProvenance {
  readonly isStrict: boolean;
  readonly trustedTexts: readonly string[];
  readonly afterUntrusted: boolean;
}

/** @throws OptionError */
export function checkedProvenance(given: Provenance): CheckedProvenance {
  const expected = (option: string, what: string): never => {
    throw new OptionError(`provenance${option}`, `expected ${what}`);
  };
  const option: unknown = given === true ? {} : given === "strict" ? { strict: true } : given;
  if (!isObject(option)) return expected("", 'true, "strict", or { strict, trustedTexts, … }');
  assertKnownOptions(option, ["strict", "trustedTexts", "afterUntrusted"], "provenance.");
  const { strict = false, trustedTexts = [], afterUntrusted = false } = option as ProvenanceOptions;
  for (const [name, flag] of Object.entries({ strict, afterUntrusted }))
    if (typeof (flag as unknown) !== "boolean") expected(`.${name}`, "true or false");
  if (
    !Array.isArray(trustedTexts) ||
    !trustedTexts.every((text: unknown) => typeof text === "string")
  )
    expected(".trustedTexts", "a list of texts");
  return { isStrict: strict, trustedTexts: [...trustedTexts], afterUntrusted };
}
