// Reads data of the host and notices files, so that nobody has to look through data without any.

import { HostFile, workBudget, type FieldFirewall, type Value } from "@ptc/core/values";
import { HostCrossing, isLanguageValue } from "@ptc/core/internal/values";

/** Entries of Maps and Sets that a context may have where it is read for a prompt. */
const mostEntries = 4_000_000;

export class FileCrossing extends HostCrossing {
  /** Whether there may be files in what was read so far. */
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

/** What stands in a value of the language, such as one out of memory, does not come by here. */
function wasReadBefore(value: object): boolean {
  try {
    return isLanguageValue(value);
  } catch {
    // A proxy that was revoked throws whatever is asked of it.
    return false;
  }
}
