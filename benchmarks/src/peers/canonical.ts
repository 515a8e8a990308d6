// Writes a result as comparable JSON: with sorted keys, because maps have no order, and the same
// for all kinds of maps.

export function canonicalJson(value: unknown): string {
  return JSON.stringify(canonical(value));
}

function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  // Numbers and bigints are written the same.
  if (typeof value === "bigint") return Number(value);
  if (typeof value !== "object" || value === null) return value;
  const entries: readonly (readonly [string, unknown])[] =
    value instanceof Map
      ? [...(value as ReadonlyMap<unknown, unknown>)].map(([key, inner]) => [String(key), inner])
      : Object.entries(value);
  return Object.fromEntries(
    entries
      .map(([key, inner]) => [key, canonical(inner)] as const)
      .toSorted(([left], [right]) => (left < right ? -1 : 1)),
  );
}
