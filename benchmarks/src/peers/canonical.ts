// An answer as JSON that engines can be compared by: keys sorted, since maps have no order, and
// every kind of map alike.

export function canonicalJson(value: unknown): string {
  return JSON.stringify(canonical(value));
}

function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  // Whole numbers, whether a host number or a bigint holds them.
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
