// Treats strings as sequences of characters. A character is an extended grapheme cluster, computed
// from tables that come with the package, so every host counts alike. The exception is `\r\n`,
// which is two characters, as in Clojure. So ASCII text, which is nearly all text, has as many
// characters as UTF-16 units and needs no tables.
//
// The tables load lazily, when a process first meets other text. Code that reads text can't wait
// for them, so it throws. `run/evaluate.ts` then loads the tables and runs the program again.

import type * as Tables from "unicode-segmenter/grapheme";
import type { Branch } from "../evaluation/branches/branch.ts";

// eslint-disable-next-line no-control-regex -- the class is exactly ASCII
const ascii = /^[\u0000-\u007f]*$/;

/**
 * The number of units checked at once. Texts up to `shortText` units are searched with the pattern
 * instead.
 */
const part = 4096;
const shortText = 64;

// Module state that outlives a run: the tables of `lazyCode.characterTables`, and a count.
let loadedTables: typeof Tables | undefined;
let failures = 0;
let encoder: InstanceType<typeof TextEncoder> | undefined;
/** A buffer that each checked text overwrites. It is never read. */
let scratch: Uint8Array | undefined;

/** Sets the tables, which makes every text readable. Called once, by loading/lazy-code.ts. */
export function useCharacterTables(tables: typeof Tables): typeof Tables {
  return (loadedTables = tables);
}

/**
 * Returns how often text could not be read so far. Comparing the number before and after a run
 * shows whether the run needed the tables.
 */
export function unreadTexts(): number {
  return failures;
}

/**
 * Returns the tables.
 * @throws Error while they are not loaded; a program can't catch it
 */
function tables(): typeof Tables {
  if (loadedTables !== undefined) return loadedTables;
  failures++;
  throw new Error("the tables of characters are not loaded");
}

/**
 * True if all of `text` is ASCII. Hosts encode text much faster than they search it with a
 * pattern, and only ASCII takes as many bytes as units.
 */
function isAscii(text: string): boolean {
  const { length } = text;
  if (length <= shortText) return ascii.test(text);
  encoder ??= new TextEncoder();
  scratch ??= new Uint8Array(part);
  for (let start = 0; start < length; start += part) {
    const looked = length <= part ? text : text.slice(start, start + part);
    const { read, written } = encoder.encodeInto(looked, scratch);
    if (read < looked.length || written > read) return false;
  }
  return true;
}

/** Returns the characters of `text`, each as a string. */
export function characters(text: string): string[] {
  if (isAscii(text)) return text.split("");
  const clusters = tables().collectGraphemes(text);
  return text.includes("\r\n")
    ? clusters.flatMap((cluster) => (cluster === "\r\n" ? ["\r", "\n"] : [cluster]))
    : clusters;
}

/** Returns the number of characters in `text`. */
export function characterCount(text: string): number {
  return isAscii(text) ? text.length : tables().countGraphemes(text) + lineEndCount(text);
}

/**
 * Returns the number of characters in `text` and charges for counting. Text that isn't ASCII is
 * split with the tables.
 */
export function countCharacters(branch: Branch, text: string): number {
  branch.spend(text.length >>> 6);
  if (isAscii(text)) return text.length;
  branch.spend(text.length >>> 1);
  return characterCount(text);
}

/** Returns the number of occurrences of `\r\n`. */
function lineEndCount(text: string): number {
  let count = 0;
  for (let found = text.indexOf("\r\n"); found >= 0; found = text.indexOf("\r\n", found + 2))
    count++;
  return count;
}
