// White space of Clojure's string functions: Java's white space, without no-break spaces. Scans by
// hand, because a pattern for the end of a text takes quadratic time.

function isWhiteSpace(code: number): boolean {
  if (code <= 0x20) return (code >= 0x09 && code <= 0x0d) || (code >= 0x1c && code <= 0x20);
  if (code < 0x1680) return false;
  return (
    code === 0x1680 ||
    (code >= 0x2000 && code <= 0x200a && code !== 0x2007) ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x205f ||
    code === 0x3000
  );
}

/** Returns the index of the first character after leading white space. */
export function skipWhiteSpace(text: string): number {
  let start = 0;
  while (start < text.length && isWhiteSpace(text.charCodeAt(start))) start++;
  return start;
}

/** Returns the index where trailing white space begins. */
export function skipWhiteSpaceBack(text: string): number {
  let end = text.length;
  while (end > 0 && isWhiteSpace(text.charCodeAt(end - 1))) end--;
  return end;
}
