// Reads texts of host objects that may throw.

import { isObject } from "@ptc/core/internal/host";
import { fieldsOf } from "./is-object.ts";

/** Returns the own field `name` of `source` if it is text, and `undefined` otherwise. */
export function ownText(source: unknown, name: string): string | undefined {
  if (!isObject(source)) return undefined;
  const [, value] = fieldsOf(source).find(([field]) => field === name) ?? [];
  return typeof value === "string" ? value : undefined;
}
