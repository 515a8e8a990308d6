// Measures data, to decide whether all of it can be examined.

import type { FieldFirewall, Value } from "@ptc/core/values";
import { hidesKey } from "@ptc/core/internal/values";
import type { ExcerptCollection } from "../preview/excerpt-parts.ts";
import { dataOf, everyEntry, isCollection } from "../preview/shown-values.ts";

/** Recognizing the notation of a text takes longer than comparing a number. */
const costOfText = 3;

/**
 * Returns the cost of examining every value to a depth of `deepest`, or Infinity above `most`.
 * Reads level by level, so that many large collections are noticed early.
 */
export function costOfAll(
  value: Value,
  firewall: FieldFirewall,
  most: number,
  deepest: number,
): number {
  let level: ExcerptCollection[] = [];
  let cost = 0;
  const add = (given: Value): void => {
    const data = dataOf(given);
    cost += 1;
    if (typeof data === "string") cost += costOfText;
    if (!isCollection(data)) return;
    cost += data.count;
    level.push(data);
  };
  add(value);
  for (let depth = 0; depth < deepest && level.length > 0; depth++) {
    const collections = level;
    level = [];
    for (const collection of collections) {
      if (cost > most) return Infinity;
      everyEntry(collection, (key, item) => {
        if (key === undefined || !hidesKey(firewall, key)) add(item);
        return cost <= most;
      });
    }
  }
  return cost > most ? Infinity : cost;
}
