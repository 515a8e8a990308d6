// Finds the word that is being typed.

const delimiters = /[\s()[\]{}"`;,@^~\\]/;

/**
 * Returns the start of a name or keyword at the end of a source, or "" where a new one could start.
 * Returns `undefined` inside a string or comment, and on an empty line.
 */
export function wordAtEnd(source: string): string | undefined {
  if (source.slice(source.lastIndexOf("\n") + 1).trim() === "") return undefined;
  let start = 0;
  for (let index = 0; index < source.length; index++) {
    const character = source.charAt(index);
    if (character === '"' || character === ";") {
      index = character === '"' ? endOfString(source, index) : endOfLine(source, index);
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

/** Returns the position of the closing quote, or the length if the string is open. */
function endOfString(source: string, start: number): number {
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
