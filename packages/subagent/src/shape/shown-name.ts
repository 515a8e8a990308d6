// Names of fields where a model reads them. Names come from data and are not trusted.

import { oneLine } from "@ptc/core/internal/errors";
import { visibleData } from "../preview/visible-data.ts";

/**
 * Names of letters, digits and a few marks, which a model cannot mistake for anything but a name.
 */
const plainName = /^[\p{L}\p{N}_.:/?!*+$@#-]{1,60}$/u;
/** Letters that show nothing, such as the fillers of Hangul. */
const blankLetter = /\p{Default_Ignorable_Code_Point}/u;
const longestName = 40;

/**
 * A field's name for use outside of data envelopes. One that is not plain is quoted on one line,
 * shortened, and cannot open or close an envelope.
 */
export function shownName(name: string): string {
  if (plainName.test(name) && !blankLetter.test(name)) return name;
  const visible = visibleData(oneLine(name, longestName)).replace(/["<\uFE64\uFF1C]/g, unitEscape);
  return `"${visible}"`;
}

function unitEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
