// Shortens untrusted prose for readers who see the beginning and can ask for the rest.

/** The maximum number of characters to give up to avoid cutting a word. */
const longestWord = 40;

/**
 * Returns the beginning of `text` in at most `maximum` UTF-16 units, including `…`. Cuts between
 * two words if one ends near the limit. Returns a text that fits unchanged.
 */
export function cutAtWord(text: string, maximum: number): string {
  if (text.length <= maximum) return text;
  const room = Math.max(0, maximum - 1);
  const least = Math.max(0, room - longestWord);
  const tail = text.slice(least, room + 1);
  const space = tail.search(/\s\S*$/);
  const end = space === -1 ? wholeCharacters(text, room) : least + space;
  return `${text.slice(0, end).trimEnd()}…`;
}

/** Doesn't cut a character of two units. */
function wholeCharacters(text: string, end: number): number {
  const last = text.charCodeAt(end - 1);
  return last >= 0xd800 && last <= 0xdbff ? end - 1 : end;
}
