// Names in the text of a document, which may be incomplete.

/** The characters that end a name in PTC-Lisp. */
const endsName = /[\s()[\]{}"`;,@^~\\]/;
const longestName = 200;

/** A name and where it is. */
export interface Word {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** Returns the name around an offset, or undefined between names. */
export function wordAround(text: string, offset: number): Word | undefined {
  let [start, end] = [offset, offset];
  while (start > 0 && offset - start < longestName && !endsName.test(text.charAt(start - 1)))
    start -= 1;
  while (end < text.length && end - offset < longestName && !endsName.test(text.charAt(end)))
    end += 1;
  const [prefix] = /^(?:#?'|#_|#)*/.exec(text.slice(start, end)) ?? [""];
  start = Math.min(start + prefix.length, end);
  return start === end ? undefined : { name: text.slice(start, end), start, end };
}

/**
 * Returns the end of the name or number at an offset; otherwise, the end of its character. It
 * doesn't split a surrogate pair.
 */
export function endOfToken(text: string, offset: number): number {
  let end = offset;
  while (end < text.length && end - offset < longestName && !endsName.test(text.charAt(end)))
    end += 1;
  const unit = text.codePointAt(offset) ?? 0;
  const least = offset + (unit > 0xff_ff ? 2 : 1);
  return Math.min(text.length, Math.max(end, least));
}

const anyName =
  /"(?:[^"\\]|\\.)*"?|;[^\r\n]*|\\.|[^\s()[\]{}"`;,@^~\\'#%:\d][^\s()[\]{}"`;,@^~\\]*/gsu;

/** Returns the different names outside of texts and comments, except the one at `without`. */
export function namesIn(text: string, without: number, most: number): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { 0: found, index } of text.matchAll(anyName)) {
    if (/^[";\\]/.test(found) || found.length > longestName) continue;
    if (index <= without && without <= index + found.length) continue;
    names.add(found);
    if (names.size >= most) break;
  }
  return names;
}
