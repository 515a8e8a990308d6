// Formats field names for models. Names come from data and aren't trusted.

import { oneLine } from "@ptc/core/internal/errors";
import { visibleData } from "../preview/visible-data.ts";

/** Names of letters, digits and a few marks, which a model can't mistake for anything else. */
const plainName = /^[\p{L}\p{N}_.:/?!*+$@#-]{1,60}$/u;
/** Invisible letters, such as the Hangul fillers. */
const blankLetter = /\p{Default_Ignorable_Code_Point}/u;
const longestName = 40;

/**
 * Returns a field name for use outside of data envelopes. Other names than plain ones are quoted
 * on one line, shortened, and can't open or close an envelope.
 */
export function shownName(name: string): string {
  if (plainName.test(name) && !blankLetter.test(name)) return name;
  const visible = visibleData(oneLine(name, longestName)).replace(/["<\uFE64\uFF1C]/g, unitEscape);
  return `"${visible}"`;
}

function unitEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
