// Shortens a text for a message. This is the only way to show a part of a text, because the
// firewall recognizes the mark and hides the beginning of a firewalled value in front of it.

/** Follows the beginning of a shortened text. */
const cutMark = "…";

/**
 * Returns the first `maximum` UTF-16 units of `text`, and `…` if it is longer. Never ends with half
 * of a character.
 */
export function shortened(text: string, maximum: number): string {
  if (text.length <= maximum) return text;
  const last = text.charCodeAt(maximum - 1);
  const end = last >= 0xd800 && last <= 0xdbff ? maximum - 1 : maximum;
  return text.slice(0, end) + cutMark;
}
