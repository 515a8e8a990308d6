// How a keyword is written, so that reading it gives the keyword again: `:status`, or the call that
// makes it where its name could not be read, `(keyword "Unit price")`.

import { quotedText } from "./string-text.ts";

/** What most names are. Hosts take a while to look up which characters are letters elsewhere. */
const asciiName = /^[\w*!?<>=&$%|.+-]+(?:\/[a-zA-Z_*!?<>=&$%|.+-][\w*!?<>=&$%|.+'-]*)?$/;

/** Longer names are not looked at: a call can always be read. */
const longestPlain = 1000;

/**
 * `text` is the spelling of the keyword without a colon; `shown` the beginning of it where no more
 * is wanted, which does not decide how it is written.
 */
export function keywordText(text: string, shown = text): string {
  const isPlain = text.length <= longestPlain && (asciiName.test(text) || isReadable(text));
  return isPlain ? `:${shown}` : `(keyword ${quotedText(shown)})`;
}

function isReadable(text: string): boolean {
  // Names with or without a namespace, among them those of punctuation alone: `+`, `a/b`.
  const plainName =
    /^[\p{L}\p{M}\p{N}*!?<>=&$%|_.+-]+(?:\/[\p{L}*!?<>=&$%|_.+-][\p{L}\p{M}\p{N}*!?<>=&$%|_.+'-]*)?$/u;
  if (plainName.test(text)) return true;
  // What would end or split a keyword when it is read: white space, delimiters, control and other
  // invisible characters.
  const unreadable = /[\s\p{C}\p{Z},()[\]{}"`~@^;\\\u2018-\u201f]/u;
  // A colon or slash at an end, two in a row, a digit behind a slash, or only punctuation.
  const misshapen = /^[:/]|[:/]$|[:/][:/]|\/\d|^[^\p{L}\p{N}]*$/u;
  return !(unreadable.test(text) || misshapen.test(text));
}
