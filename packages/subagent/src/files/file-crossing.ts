// Converts host data and notices files in it, so that data without files isn't searched for them.

import { HostFile, workBudget, type FieldFirewall, type Value } from "@ptc/core/values";
import { HostCrossing, isLanguageValue } from "@ptc/core/internal/values";

/** The maximum number of Map and Set entries in a context that is read for a prompt. */
const mostEntries = 4_000_000;

export class FileCrossing extends HostCrossing {
  /** True if the data read so far may contain files. */
  mayHaveFiles = false;

  constructor(firewall: FieldFirewall) {
    super(workBudget("reading a value of the host", mostEntries), firewall);
  }

  override fromHost(value: unknown): Value {
    if (!this.mayHaveFiles && typeof value === "object" && value !== null)
      this.mayHaveFiles = HostFile.is(value) || wasReadBefore(value);
    return super.fromHost(value);
  }
}

/**
 * True for language values, for example from memory. Their contents are not converted, so they may
 * contain files.
 */
function wasReadBefore(value: object): boolean {
  try {
    return isLanguageValue(value);
  } catch {
    // A revoked proxy throws for every operation.
    return false;
  }
}
