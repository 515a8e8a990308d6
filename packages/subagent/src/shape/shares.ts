// Parts of a whole in words: `30 %`.

/** `30 %`; what is not nothing is never `0 %`, and what is not all is never `100 %`. */
export function share(part: number, whole: number): string {
  const percent = Math.round((100 * part) / whole);
  if (percent === 0 && part > 0) return "<1 %";
  if (percent === 100 && part < whole) return ">99 %";
  return `${String(percent)} %`;
}
