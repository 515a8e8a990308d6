// Shortens prose from outside where a reader gets the beginning and can ask for the rest.

/** How much shorter a text may become so that no word is cut in half. */
const longestWord = 40;

/**
 * The beginning of `text` in at most `maximum` UTF-16 units, `…` included, cut between two words
 * where one ends near the bound. A text that fits stays as it is.
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

/** A character of two units is not cut in half. */
function wholeCharacters(text: string, end: number): number {
  const last = text.charCodeAt(end - 1);
  return last >= 0xd800 && last <= 0xdbff ? end - 1 : end;
}
