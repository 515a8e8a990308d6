// The size of a file in words.

/** `999 B`, `1.2 kB`, `20.0 MB`: powers of a thousand. */
export function sizeText(bytes: number): string {
  if (bytes < 1_000) return `${String(bytes)} B`;
  const kilobytes = bytes / 1_000;
  return kilobytes < 1_000 ? `${kilobytes.toFixed(1)} kB` : `${(kilobytes / 1_000).toFixed(1)} MB`;
}
