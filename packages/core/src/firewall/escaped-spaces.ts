// Whitespace in a text that may be inside a quoted text, where line breaks and tabs are escaped:
// `\n`, `\\n`, `\t`, or `\u000a` in messages.

/** Returns the index after whitespace and, if `commas`, commas. */
export function behindSpaces(text: string, from: number, commas: boolean): number {
  let index = from;
  for (;;) {
    if (isSpace(text, index) || (commas && text[index] === ",")) index++;
    else {
      const behind = behindEscapedSpace(text, index);
      if (behind === index) return index;
      index = behind;
    }
  }
}

/** Returns the character before `index`, ignoring whitespace. */
export function characterBefore(text: string, index: number): string | undefined {
  let place = index - 1;
  for (;;) {
    if (isSpace(text, place)) place--;
    else if (isBehindEscapedSpace(text, place + 1)) {
      place -= spaceLetters.has(text[place]) ? 1 : code.length;
      while (text[place] === "\\") place--;
    } else return text[place];
  }
}

/** True if escaped whitespace is before `index`. */
export function isBehindEscapedSpace(text: string, index: number): boolean {
  return (
    (text[index - 2] === "\\" && spaceLetters.has(text[index - 1])) ||
    (text[index - 1 - code.length] === "\\" && isSpaceCode(text, index - code.length))
  );
}

const code = "u000a";

/** True for the Unicode escape of a line break or tab, without its backslash. */
function isSpaceCode(text: string, index: number): boolean {
  return text.startsWith("u000", index) && /[9ad]/i.test(text.charAt(index + 4));
}

/** The letters that represent whitespace after a backslash, in JSON inside a text. */
const spaceLetters: ReadonlySet<string | undefined> = /* @__PURE__ */ new Set(["n", "r", "t"]);

/** Returns the index after `\n`, `\\n`, `\t`… at `index`, or `index` itself for other text. */
function behindEscapedSpace(text: string, index: number): number {
  let letter = index;
  while (text[letter] === "\\") letter++;
  if (letter === index) return index;
  if (spaceLetters.has(text[letter])) return letter + 1;
  return isSpaceCode(text, letter) ? letter + code.length : index;
}

/** True for a space, newline, tab or carriage return. */
function isSpace(text: string, index: number): boolean {
  const character = text[index];
  return character === " " || character === "\n" || character === "\t" || character === "\r";
}
