// Writes keywords so that they can be read back: as `:status`, or as a call such as
// `(keyword "Unit price")` if the name can't be read.

import { quotedText } from "./string-text.ts";

/** Longer names are not checked; they are written as a call, which can always be read. */
const longestPlain = 1000;

/**
 * Returns the text of a keyword. `text` is its spelling without the colon. `shown` is the
 * beginning of it to write if less is needed; it doesn't affect the form.
 */
export function keywordText(text: string, shown = text): string {
  return text.length <= longestPlain && isReadable(text)
    ? `:${shown}`
    : `(keyword ${quotedText(shown)})`;
}

/**
 * True if the reader accepts the name. The first pattern covers most names. Patterns with
 * character properties are slow to compile, so they are used only for other names.
 */
function isReadable(text: string): boolean {
  return (
    /^[\w*!?<>=&$%|.+-]+$/.test(text) ||
    // Names with or without a namespace, including names of only punctuation: `+`, `a/b`.
    /^[\p{L}\p{M}\p{N}*!?<>=&$%|_.+-]+(?:\/[\p{L}*!?<>=&$%|_.+-][\p{L}\p{M}\p{N}*!?<>=&$%|_.+'-]*)?$/u.test(
      text,
    ) ||
    // Characters that would end or split a keyword in the reader: whitespace, delimiters, control
    // and other invisible characters. Also excludes a colon or slash at either end, two in a row, a
    // digit after a slash, or only punctuation.
    !/[\s\p{C}\p{Z},()[\]{}"`~@^;\\\u2018-\u201f]|^[:/]|[:/]$|[:/][:/]|\/\d|^[^\p{L}\p{N}]*$/u.test(
      text,
    )
  );
}
