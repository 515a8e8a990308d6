// Checks the arguments of the functions that take a program. Callers in JavaScript, and servers
// that pass on the field of a request, may pass anything.

import { OptionError } from "@ptc/core/errors";
import { isObject } from "@ptc/core/internal/host";

/** @throws OptionError unless `source` is a string and `options` is an object */
export function assertRunArguments(source: unknown, options: unknown): void {
  if (typeof source !== "string")
    throw new OptionError("source", `expected the text of a program, got ${kindOf(source)}`);
  if (!isObject(options))
    throw new OptionError("options", `expected an object, got ${kindOf(options)}`);
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (typeof value === "object") return Array.isArray(value) ? "an array" : "an object";
  return `a ${typeof value}`;
}
