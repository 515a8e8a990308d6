// Finds the path of an object within host data. Only warnings need it: reading data stores no
// paths.

import { oneLine } from "@ptc/core/internal/errors";

const mostVisited = 20_000;

/**
 * Returns the path from `root` to `target`, an object or a large integer, such as
 * `.rows[3].photo`, or undefined if it wasn't found.
 */
export function pathWithin(root: unknown, target: object | bigint): string | undefined {
  const seen = new Set<unknown>([root]);
  let level: readonly (readonly [value: unknown, path: string])[] = [[root, ""]];
  while (level.length > 0) {
    const next: [unknown, string][] = [];
    for (const [value, path] of level) {
      if (value === target) return path;
      for (const [step, part] of partsOf(value)) {
        if (typeof part === "bigint" && part === target) return path + step;
        if (typeof part !== "object" || part === null || seen.has(part)) continue;
        if (seen.size >= mostVisited) return undefined;
        seen.add(part);
        next.push([part, path + step]);
      }
    }
    level = next;
  }
  return undefined;
}

/** Returns `.name`, or `["a name"]` on one line. */
export function fieldStep(name: string): string {
  return /^[\p{L}_$][\p{L}\p{N}_$-]{0,60}$/u.test(name)
    ? `.${name}`
    : `[${JSON.stringify(oneLine(name, 60))}]`;
}

/** Returns the parts of a value without running host code, except that of a proxy. */
function partsOf(value: unknown): readonly (readonly [step: string, part: unknown])[] {
  try {
    // Holes count as elements here.
    if (Array.isArray(value))
      return Array.from(value.slice(0, mostVisited), (item: unknown, index) => [
        `[${String(index)}]`,
        item,
      ]);
    if (value instanceof Map)
      return Array.from(value as Map<unknown, unknown>, ([key, item]) => [
        typeof key === "string" ? fieldStep(key) : "[…]",
        item,
      ]);
    if (value instanceof Set) return Array.from(value as Set<unknown>, (item) => ["[…]", item]);
    return Object.entries(Object.getOwnPropertyDescriptors(value)).flatMap(([name, field]) =>
      field.enumerable === true && "value" in field
        ? [[fieldStep(name), field.value as unknown]]
        : [],
    );
  } catch {
    return [];
  }
}
