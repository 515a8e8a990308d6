// Repairs the text of a program that a model or transport has changed: invisible characters,
// typographic quotation marks, escaped HTML. The contents of strings are data and stay unchanged,
// because a name with a typographic apostrophe must still match.

import { isTypographicQuote, partEnd } from "./lisp-text.ts";

const entities: ReadonlyMap<string, string> = new Map([
  ["&lt;", "<"],
  ["&gt;", ">"],
  ["&amp;", "&"],
  ["&quot;", '"'],
  ["&#34;", '"'],
  ["&apos;", "'"],
  ["&#39;", "'"],
  ["&#x27;", "'"],
  ["&nbsp;", " "],
]);
const entity = /&(?:lt|gt|amp|quot|apos|nbsp|#39|#x27|#34);/g;

/**
 * Soft hyphen, zero-width space, joiners, direction marks, invisible operators, byte-order mark.
 */
const invisible = /[\u00AD\u180E\u200B-\u200F\u2060-\u2064\uFEFF]/;
const everyInvisible = new RegExp(invisible, "g");
const typographic = /[\u2018\u2019\u201C-\u201F]/;

/** Returns `source` as the model meant it. Returns the same text if there is nothing to clean. */
export function cleanSource(source: string): string {
  const text = isEscaped(source)
    ? source.replace(entity, (escaped) => entities.get(escaped) ?? escaped)
    : source;
  return invisible.test(text) || typographic.test(text) ? mended(text) : text;
}

/** Returns `line` without invisible characters, for lines that are not part of a program. */
export function withoutInvisible(line: string): string {
  return invisible.test(line) ? line.replace(everyInvisible, "") : line;
}

/**
 * True if the whole text is escaped HTML, so that an entity such as `&lt;` appears outside
 * strings, where it has no meaning. A program that handles HTML has entities only in its strings.
 */
function isEscaped(text: string): boolean {
  if (text.search(entity) === -1) return false;
  for (let at = 0; at < text.length;) {
    const end = partEnd(text, at);
    if (end === at && text[at] === ";") return true;
    at = Math.max(end, at + 1);
  }
  return false;
}

function mended(text: string): string {
  const pieces: string[] = [];
  for (let at = 0; at < text.length;) {
    const end = Math.max(partEnd(text, at), at + 1);
    const character = text[at] ?? "";
    if (isTypographicQuote(character)) pieces.push(plainString(text.slice(at, end)));
    else if (end > at + 1) pieces.push(text.slice(at, end));
    else if (character === "\u2018" || character === "\u2019") pieces.push("'");
    else if (!invisible.test(character) || joinsLetters(text, at)) pieces.push(character);
    at = end;
  }
  return pieces.join("");
}

/**
 * Converts `“say \”yes\””` to `"say \"yes\""`. Escapes a plain quotation mark inside, because it
 * would now close the string.
 */
function plainString(text: string): string {
  const isClosed = text.length > 1 && (isTypographicQuote(text.at(-1)) || text.endsWith('"'));
  const inside = isClosed ? text.slice(1, -1) : text.slice(1);
  const escaped = inside.replace(/\\[^]|"/g, (part) =>
    part === '"' ? '\\"' : isTypographicQuote(part[1]) ? '\\"' : part,
  );
  return `"${escaped}${isClosed ? '"' : ""}`;
}

/**
 * True if the character at `at` is a joiner within a word or an emoji. Field names may contain
 * those.
 */
function joinsLetters(text: string, at: number): boolean {
  return (
    (text[at] === "\u200C" || text[at] === "\u200D") &&
    text.charCodeAt(at - 1) > 0x7f &&
    text.charCodeAt(at + 1) > 0x7f &&
    !invisible.test(text[at + 1] ?? "")
  );
}
