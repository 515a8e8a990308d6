// Formats the size of a file.

/** Formats bytes as in `999 B`, `1.2 kB` or `20.0 MB`, in powers of a thousand. */
export function sizeText(bytes: number): string {
  if (bytes < 1_000) return `${String(bytes)} B`;
  const kilobytes = bytes / 1_000;
  return kilobytes < 1_000 ? `${kilobytes.toFixed(1)} kB` : `${(kilobytes / 1_000).toFixed(1)} MB`;
}
