// Converts the name of a tool to a symbol that programs can call. A valid symbol is unchanged:
// letters and digits of any script, `_`, `-`, `.`, and `/` between parts, none of which starts with
// a digit. Otherwise:
//
//   get weather!      get-weather      other characters become a hyphen, removed at the ends
//   a//b              a/b              empty parts are removed
//   2fa               tool-2fa         prefix for a part that starts with a digit
//   ""                tool             for an empty name
//   return            return-tool      a form of the language
//   longer than 64    x…x-1b2c3d4e     cut, with a hash of the whole name
//
// The symbol depends only on the name, not on the server's other tools.

/** In UTF-16 units; the hash and its hyphen take nine. */
const longestSymbol = 64;

/** Names that tools of an agent can't have. */
const reserved: ReadonlySet<string> = new Set(["return", "fail", "lisp_eval"]);

export function toolSymbol(name: string): string {
  const plain = symbolOf(name);
  if (reserved.has(plain)) return `${plain}-tool`;
  return plain.length > longestSymbol ? numberedSymbol(plain, name) : plain;
}

/** Returns `symbol` with a hash of the whole name. */
export function numberedSymbol(symbol: string, name: string): string {
  const number = hash(name).toString(16).padStart(8, "0");
  const room = longestSymbol - number.length - 1;
  return `${withoutEnds(wholeCharacters(symbol, room))}-${number}`;
}

/** Characters far beyond the longest symbol only affect the hash. */
const readCharacters = 1_000;

function symbolOf(name: string): string {
  const parts = name
    .slice(0, readCharacters)
    .normalize("NFC")
    .split("/")
    .map((part) => withoutEnds(part.replace(/[^\p{L}\p{N}\p{M}_.-]+/gu, "-")))
    .filter((part) => part !== "")
    .map((part) => (/^[\p{L}_]/u.test(part) ? part : `tool-${part}`));
  return parts.length === 0 ? "tool" : parts.join("/");
}

/** Inner hyphens are kept, but single ones at the ends carry no meaning. */
function withoutEnds(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && text[start] === "-") start += 1;
  while (start < end && (text[end - 1] === "-" || text[end - 1] === "/")) end -= 1;
  return text.slice(start, end);
}

/** Never splits a surrogate pair. */
function wholeCharacters(text: string, end: number): string {
  const cut = text.slice(0, end);
  return /[\uD800-\uDBFF]$/u.test(cut) ? cut.slice(0, -1) : cut;
}

/** FNV-1a, 32 bits, over UTF-16 units. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++)
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return value >>> 0;
}
