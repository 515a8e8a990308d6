// How a keyword is written, so that reading it gives the keyword again: `:status`, or the call that
// makes it where its name could not be read, `(keyword "Unit price")`.

import { quotedText } from "./string-text.ts";

/** Longer names are not looked at: a call can always be read. */
const longestPlain = 1000;

/**
 * `text` is the spelling of the keyword without a colon; `shown` the beginning of it where no more
 * is wanted, which does not decide how it is written.
 */
export function keywordText(text: string, shown = text): string {
  return text.length <= longestPlain && isReadable(text)
    ? `:${shown}`
    : `(keyword ${quotedText(shown)})`;
}

/**
 * Most names are told by the first pattern. A host takes a while to make those with properties of
 * characters, so that is done for who has other names.
 */
function isReadable(text: string): boolean {
  return (
    /^[\w*!?<>=&$%|.+-]+$/.test(text) ||
    // Names with or without a namespace, among them those of punctuation alone: `+`, `a/b`.
    /^[\p{L}\p{M}\p{N}*!?<>=&$%|_.+-]+(?:\/[\p{L}*!?<>=&$%|_.+-][\p{L}\p{M}\p{N}*!?<>=&$%|_.+'-]*)?$/u.test(
      text,
    ) ||
    // What would end or split a keyword when it is read: white space, delimiters, control and other
    // invisible characters. Then a colon or slash at an end, two in a row, a digit behind a slash,
    // or only punctuation.
    !/[\s\p{C}\p{Z},()[\]{}"`~@^;\\\u2018-\u201f]|^[:/]|[:/]$|[:/][:/]|\/\d|^[^\p{L}\p{N}]*$/u.test(
      text,
    )
  );
}
