// Writes an answer as JSON in which engines can be compared: with sorted keys, because maps have no
// order, and with all kinds of maps alike.

export function canonicalJson(value: unknown): string {
  return JSON.stringify(canonical(value));
}

function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  // A whole number may be a number or a bigint; both are written alike.
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
