// Strings as characters. A character is what a reader sees as one: an extended grapheme cluster, by tables that come with
// the package, so that every host counts alike. Only `\r\n` is two, as in Clojure: then every ASCII text, which is nearly
// all text, has as many characters as units and needs no tables.

import { collectGraphemes, countGraphemes } from "unicode-segmenter/grapheme";
import type { Branch } from "./branch.ts";

// eslint-disable-next-line no-control-regex -- the class is exactly ASCII
const ascii = /^[\u0000-\u007f]*$/;

/** The characters of `text`, each a string. */
export function characters(text: string): string[] {
  if (ascii.test(text)) return text.split("");
  const clusters = collectGraphemes(text);
  return text.includes("\r\n") ? clusters.flatMap((cluster) => (cluster === "\r\n" ? ["\r", "\n"] : [cluster])) : clusters;
}

/** How many characters `text` has. */
export function characterCount(text: string): number {
  return ascii.test(text) ? text.length : countGraphemes(text) + lineEndCount(text);
}

/** How many characters `text` has, paid for by what counting them takes: text that is not plain is taken apart by tables. */
export function countCharacters(branch: Branch, text: string): number {
  branch.spend(text.length >>> 6);
  if (ascii.test(text)) return text.length;
  branch.spend(text.length >>> 1);
  return characterCount(text);
}

/** How often `\r\n` occurs. */
function lineEndCount(text: string): number {
  let count = 0;
  for (let found = text.indexOf("\r\n"); found >= 0; found = text.indexOf("\r\n", found + 2)) count++;
  return count;
}
