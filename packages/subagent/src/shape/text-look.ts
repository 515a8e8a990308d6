// Tells texts apart by how they look: which letters and digits they are made of is left out, what
// stands between them is not. Of `acc-0153`, `-` and `none`, which stand in one field, each has
// another look, and a program has to know of all of them.

import type { FormTexts, Look } from "./shape.ts";
import type { TextForm } from "./text-form.ts";

/** So many looks of a form are kept. */
const mostLooks = 12;
/** Of longer texts no more is looked at. */
export const longestLook = 100;

/** Whether texts of a form may look different: those of the others are written in one way. */
export function hasLooks(form: TextForm): boolean {
  return form === "text" || form === "number with unit";
}

/** `a-0` of `acc-0153`. */
export function lookOf(text: string): string {
  return text
    .slice(0, longestLook)
    .replace(/\p{L}+/gu, "a")
    .replace(/\d+/g, "0")
    .replace(/\s+/g, " ");
}

/** Counts texts that look so. */
export function addLook(texts: FormTexts, look: string, added: Look): void {
  const known = texts.looks.get(look);
  if (known !== undefined) {
    known.isOne &&= added.isOne && added.example === known.example;
    known.count += added.count;
  } else if (texts.looks.size < mostLooks) texts.looks.set(look, { ...added });
  else texts.hasMoreLooks = true;
}
