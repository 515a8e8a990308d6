// Undoes what models and transports do to the text of a program: invisible characters, typographic
// quotation marks, escaped HTML. The contents of strings are data and stay unchanged, because a
// name with a typographic apostrophe must still match.

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

/** `source` as the model meant it; the same text when there is nothing to clean. */
export function cleanSource(source: string): string {
  const text = isEscaped(source)
    ? source.replace(entity, (escaped) => entities.get(escaped) ?? escaped)
    : source;
  return invisible.test(text) || typographic.test(text) ? mended(text) : text;
}

/** `line` without its invisible characters, for lines that are not part of a program. */
export function withoutInvisible(line: string): string {
  return invisible.test(line) ? line.replace(everyInvisible, "") : line;
}

/**
 * Whether the whole text is escaped HTML: then an entity such as `&lt;` stands outside of strings,
 * where it has no meaning. A program that handles HTML has entities in its strings only.
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
 * Makes `"say \"yes\""` of `“say \”yes\””`. A plain quotation mark inside is escaped, because it
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
 * Whether the character at `at` is a joiner that belongs to a word or an emoji. Names of fields may
 * contain those.
 */
function joinsLetters(text: string, at: number): boolean {
  return (
    (text[at] === "\u200C" || text[at] === "\u200D") &&
    text.charCodeAt(at - 1) > 0x7f &&
    text.charCodeAt(at + 1) > 0x7f &&
    !invisible.test(text[at + 1] ?? "")
  );
}
