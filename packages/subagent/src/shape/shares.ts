// Formats shares of a whole: `30 %`.

/**
 * Returns a text such as `30 %`. Rounding never gives `0 %` for a part above zero, or `100 %` for
 * an incomplete part.
 */
export function share(part: number, whole: number): string {
  const percent = Math.round((100 * part) / whole);
  if (percent === 0 && part > 0) return "<1 %";
  if (percent === 100 && part < whole) return ">99 %";
  return `${String(percent)} %`;
}
