// Finds what a model could take for a tag of a data envelope: `<data`, `</data`, and whatever looks
// like them once invisible characters are left out and letters of other alphabets and widths are
// read as they look.

import { isHidden } from "./visible-data.ts";

/** The name of the tags; see data-envelope.ts. */
const tagName = "data";

/** Less-than signs, and brackets that look like one. */
const openings =
  /[<\u00AB\u02C2\u1438\u16B2\u2039\u226A\u227A\u22D6\u2329\u276C\u276E\u2770\u27E8\u27EA\u3008\u300A\uFE3D\uFE3F\uFE64\uFF1C]/gu;

/** What may stand between the bracket and the name. */
const filling = /[\s/\u2044\u2215\u29F8\uFF0F\p{M}]/u;
const mark = /\p{M}/u;

/** Letters of other alphabets that look like those of the name. Widths and styles fold anyway. */
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

/** `text` with `&lt;` for the bracket of everything that looks like a tag of an envelope. */
export function withoutEnvelopeTags(text: string): string {
  return text.replace(openings, (bracket, index: number) =>
    looksLikeTag(text, index + bracket.length) ? "&lt;" : bracket,
  );
}

/**
 * Whether the name of the tags begins at `start`. What is skipped has no bracket in it, so that a
 * text is walked once, however many brackets it has.
 */
function looksLikeTag(text: string, start: number): boolean {
  let name = "";
  for (let index = start; index < text.length;) {
    const character = String.fromCodePoint(text.codePointAt(index) ?? 0);
    index += character.length;
    if (isHidden(character) || (name === "" ? filling : mark).test(character)) continue;
    const letters = folded(character);
    // A name that goes on, as in `<database`, is another one.
    if (name === tagName) return !/^[a-z0-9_]/.test(letters);
    name += letters;
    if (!tagName.startsWith(name)) return false;
  }
  return name === tagName;
}

/** A letter as it looks: `d` for `D`, for a full-width one, and for one of another alphabet. */
function folded(character: string): string {
  const plain = character.normalize("NFKD").toLowerCase().replace(/\p{M}/gu, "");
  return lookAlikes.get(plain) ?? plain;
}
