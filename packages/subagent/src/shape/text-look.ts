// Distinguishes texts by their look. The look ignores which letters and digits a text has, but not
// the characters between them. For example, `acc-0153`, `-` and `none` in one field have different
// looks, and a program must handle all of them.

import type { FormTexts, Look } from "./shape.ts";
import type { TextForm } from "./text-form.ts";

/** The maximum number of looks that are stored for a form. */
const mostLooks = 12;
/** The length of the prefix that determines the look of a text, in UTF-16 units. */
export const longestLook = 100;

/** True if texts of a form can have different looks. Other forms have only one spelling. */
export function hasLooks(form: TextForm): boolean {
  return form === "text" || form === "number with unit";
}

/** Returns the look of a text: `a-0` for `acc-0153`. */
export function lookOf(text: string): string {
  return text
    .slice(0, longestLook)
    .replace(/\p{L}+/gu, "a")
    .replace(/\d+/g, "0")
    .replace(/\s+/g, " ");
}

/** Counts texts with this look. */
export function addLook(texts: FormTexts, look: string, added: Look): void {
  const known = texts.looks.get(look);
  if (known !== undefined) {
    known.isOne &&= added.isOne && added.example === known.example;
    known.count += added.count;
  } else if (texts.looks.size < mostLooks) texts.looks.set(look, { ...added });
  else texts.hasMoreLooks = true;
}
