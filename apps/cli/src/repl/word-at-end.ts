// The word that is being typed.

const delimiters = /[\s()[\]{}"`;,@^~\\]/;

/**
 * The beginning of a name or keyword at the end of a source, empty where a new one could begin.
 * `undefined` inside of a text or comment, where nothing is completed, and on an empty line.
 */
export function wordAtEnd(source: string): string | undefined {
  if (source.slice(source.lastIndexOf("\n") + 1).trim() === "") return undefined;
  let start = 0;
  for (let index = 0; index < source.length; index++) {
    const character = source.charAt(index);
    if (character === '"' || character === ";") {
      index = character === '"' ? endOfText(source, index) : endOfLine(source, index);
      if (index >= source.length) return undefined;
      start = index + 1;
    } else if (character === "\\") {
      // A character such as \" or \newline.
      index++;
      if (index + 1 >= source.length) return undefined;
    } else if (delimiters.test(character)) start = index + 1;
  }
  return source.slice(start).replace(/^(?:#?'|#_|#)+/, "");
}

/** Where the quote stands that ends a text; the length when it is open. */
function endOfText(source: string, start: number): number {
  for (let index = start + 1; index < source.length; index++) {
    const character = source.charAt(index);
    if (character === '"') return index;
    if (character === "\\") index++;
  }
  return source.length;
}

function endOfLine(source: string, start: number): number {
  const end = source.indexOf("\n", start);
  return end === -1 ? source.length : end;
}
