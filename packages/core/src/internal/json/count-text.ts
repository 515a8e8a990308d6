// Counts and sizes as text for people.

/** Returns `1 row` or `2,048 rows`. */
export function countText(count: number, one: string, many = `${one}s`): string {
  return `${groupedNumber(count)} ${count === 1 ? one : many}`;
}

/** Returns `12,345`. */
export function groupedNumber(count: number): string {
  return count.toLocaleString("en-US");
}

/** Returns `812 bytes`, `48.2 kB` or `3.1 MB`. */
export function bytesText(bytes: number): string {
  if (bytes < 1000) return countText(bytes, "byte");
  const [size, unit] = bytes < 1_000_000 ? [bytes / 1000, "kB"] : [bytes / 1_000_000, "MB"];
  return `${size.toLocaleString("en-US", { maximumFractionDigits: 1 })} ${unit}`;
}
