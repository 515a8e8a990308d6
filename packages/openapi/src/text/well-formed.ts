// Texts that can be encoded: a program may cut a character in half.

/** `text` with U+FFFD for each half of a character that stands alone. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, "\ufffd");
}
