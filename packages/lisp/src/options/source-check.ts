// Checks the source of a program.

import { OptionError } from "@ptc/core/errors";

/** Servers may pass on a field that a request lacks. @throws OptionError */
export function assertSource(source: unknown): void {
  if (typeof source !== "string") throw new OptionError("source", "expected a string");
}
