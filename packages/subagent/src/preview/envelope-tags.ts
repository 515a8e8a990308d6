// Finds texts that a model could read as a tag of a data envelope: `<data`, `</data`, and similar
// texts. Ignores invisible characters, and compares letters of other alphabets and widths by their
// look.

import { isHidden } from "./visible-data.ts";

/** The tag name; see data-envelope.ts. */
const tagName = "data";

/** Less-than signs and brackets that look like them. */
const openings =
  /[<\u00AB\u02C2\u1438\u16B2\u2039\u226A\u227A\u22D6\u2329\u276C\u276E\u2770\u27E8\u27EA\u3008\u300A\uFE3D\uFE3F\uFE64\uFF1C]/gu;

/** Characters allowed between the bracket and the name. */
const filling = /[\s/\u2044\u2215\u29F8\uFF0F\p{M}]/u;
const mark = /\p{M}/u;

/**
 * Letters of other alphabets that look like letters of the name. Unicode normalization already
 * maps widths and styles.
 */
const lookAlikes: ReadonlyMap<string, string> = new Map([
  ["\u0251", "a"],
  ["\u03B1", "a"],
  ["\u0430", "a"],
  ["\u1D00", "a"],
  ["\u0111", "d"],
  ["\u0256", "d"],
  ["\u0257", "d"],
  ["\u0501", "d"],
  ["\u1D05", "d"],
  ["\u0167", "t"],
  ["\u03C4", "t"],
  ["\u0442", "t"],
  ["\u1D1B", "t"],
]);

/** Returns `text` with `&lt;` for the bracket of each text that looks like an envelope tag. */
export function withoutEnvelopeTags(text: string): string {
  return text.replace(openings, (bracket, index: number) =>
    looksLikeTag(text, index + bracket.length) ? "&lt;" : bracket,
  );
}

/**
 * True if the tag name begins at `start`. Skipped characters contain no bracket, so this takes
 * linear time for any number of brackets.
 */
function looksLikeTag(text: string, start: number): boolean {
  let name = "";
  for (let index = start; index < text.length;) {
    const character = String.fromCodePoint(text.codePointAt(index) ?? 0);
    index += character.length;
    if (isHidden(character) || (name === "" ? filling : mark).test(character)) continue;
    const letters = folded(character);
    // A longer name, as in `<database`, is another tag.
    if (name === tagName) return !/^[a-z0-9_]/.test(letters);
    name += letters;
    if (!tagName.startsWith(name)) return false;
  }
  return name === tagName;
}

/**
 * Returns the plain letter with the same look: `d` for `D`, for a full-width `d`, and for
 * look-alikes of other alphabets.
 */
function folded(character: string): string {
  const plain = character.normalize("NFKD").toLowerCase().replace(/\p{M}/gu, "");
  return lookAlikes.get(plain) ?? plain;
}
