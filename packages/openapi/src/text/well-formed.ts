// Makes texts encodable, because a program may split a surrogate pair.

/** Returns `text` with U+FFFD for each lone surrogate. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, "\ufffd");
}
