// Computes the values of string and character literals that match the grammar.

const escapedCharacters: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  b: "\b",
  f: "\f",
  '"': '"',
  "\\": "\\",
};

const characterNames: Readonly<Record<string, string>> = {
  newline: "\n",
  space: " ",
  tab: "\t",
  return: "\r",
  backspace: "\b",
  formfeed: "\f",
};

const escapes = /\\(?:u([0-9A-Fa-f]{4})|([0-7]{1,3})|([^]))/g;

/** Returns the value of a string literal, given the text between its quotation marks. */
export function stringValue(text: string): string {
  return text.includes("\\")
    ? text.replace(
        escapes,
        (_match, hexadecimal: string | undefined, octal: string | undefined, escaped: string) =>
          hexadecimal !== undefined
            ? String.fromCharCode(Number.parseInt(hexadecimal, 16))
            : octal !== undefined
              ? String.fromCharCode(Number.parseInt(octal, 8))
              : (escapedCharacters[escaped] ?? escaped),
      )
    : text;
}

/** Returns the character of a literal, given the text after its backslash. */
export function characterValue(text: string): string {
  if (text.length === 1) return text;
  if (/^u[0-9A-Fa-f]{4}$/.test(text))
    return String.fromCharCode(Number.parseInt(text.slice(1), 16));
  if (/^o[0-7]+$/.test(text)) return String.fromCharCode(Number.parseInt(text.slice(1), 8));
  return characterNames[text] ?? text;
}
