// Restores language values inside host data after the data has arrived.

import { types } from "node:util";
import type { Value } from "@ptc/core/values";
import { LossyValue, defineField } from "@ptc/core/internal/values";
import type { Crossing } from "../crossing.ts";

/**
 * Returns the data of `crossing`, in which `decode` reads the text of each encoded value. This
 * process owns the data, so it is changed in place.
 */
export function revived({ data, holdsValues }: Crossing, decode: (text: string) => Value): unknown {
  if (!holdsValues) return data;
  const seen = new Set<object>();
  const revive = (value: unknown): unknown => {
    if (types.isStringObject(value)) return decode(String.prototype.valueOf.call(value));
    if (typeof value !== "object" || value === null || seen.has(value)) return value;
    seen.add(value);
    const problem = problemOf(value);
    if (problem !== undefined)
      return new LossyValue(revive([...(value as Map<unknown, unknown>).values()][0]), problem);
    if (Array.isArray(value))
      for (const [index, item] of (value as unknown[]).entries()) value[index] = revive(item);
    else if (types.isMap(value)) reviveMap(value, revive);
    else if (types.isSet(value)) reviveSet(value, revive);
    else if (!types.isDate(value) && !types.isTypedArray(value))
      for (const [name, item] of Object.entries(value)) defineField(value, name, revive(item));
    return value;
  };
  return revive(data);
}

/** Returns why part of the value was lost, if the copier has wrapped it; see `crossing.ts`. */
function problemOf(value: object): string | undefined {
  if (!types.isMap(value) || value.size !== 1) return undefined;
  const [key] = value.keys();
  return types.isStringObject(key) ? String.prototype.valueOf.call(key) : undefined;
}

function reviveMap(map: Map<unknown, unknown>, revive: (value: unknown) => unknown): void {
  const entries = [...map];
  map.clear();
  for (const [key, item] of entries) map.set(revive(key), revive(item));
}

function reviveSet(set: Set<unknown>, revive: (value: unknown) => unknown): void {
  const members = [...set];
  set.clear();
  for (const member of members) set.add(revive(member));
}
