// Finds where the beginning of a source can be cut without splitting a token, and which of its
// forms are complete. It only understands strings, comments and characters.

export interface SourceOutline {
  /** The end of the part that contains only whole tokens: after a bracket or white space. */
  readonly whole: number;
  /** The end of the last complete top-level form; 0 if there is no such form. */
  readonly complete: number;
}

export function sourceOutline(source: string): SourceOutline {
  let [whole, complete, depth] = [0, 0, 0];
  for (let at = 0; at < source.length;) {
    const character = source.charAt(at);
    const next = endOfText(source, at);
    if (next === undefined) break;
    if (next > at) {
      at = next;
      continue;
    }
    at += 1;
    if ("([{".includes(character)) depth += 1;
    else if (")]}".includes(character)) {
      depth -= 1;
      if (depth === 0) complete = at;
    } else if (!/[\s,]/.test(character)) continue;
    whole = at;
  }
  return { whole, complete };
}

/**
 * Returns a function that is true for offsets outside of strings, comments and characters. Call it
 * with ascending offsets from `start`, which is outside of them: the source is scanned once.
 */
export function outsideOfTexts(source: string, start: number): (offset: number) => boolean {
  let at = start;
  return (offset) => {
    while (at < offset) {
      const next = endOfText(source, at) ?? source.length;
      at = next > at ? next : at + 1;
    }
    return at === offset;
  };
}

/**
 * Returns the end of the string, comment or character that begins here. Returns `at` if none
 * begins, and undefined if it has no end yet.
 */
function endOfText(source: string, at: number): number | undefined {
  const character = source.charAt(at);
  if (character === '"') {
    for (let end = at + 1; end < source.length; end++) {
      if (source[end] === "\\") end += 1;
      else if (source[end] === '"') return end + 1;
    }
    return undefined;
  }
  if (character === ";") {
    const end = source.indexOf("\n", at);
    return end === -1 ? undefined : end;
  }
  // A character literal has at least one unit of any kind, and continues like a word.
  if (character === "\\") return at + 2 < source.length ? at + 2 : undefined;
  return at;
}
