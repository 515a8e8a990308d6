// Makes every character of data visible to a model: what shows nothing is written as an escape, so
// that no text hides in another one and a look-alike is seen for what it is.

/**
 * Characters that show nothing, or act on others: control and format characters, separators of
 * lines, half characters, and all that fonts leave out (soft hyphens, joiners, variation selectors,
 * fillers, the characters of tags). Marks in front of Arabic numbers are of the kind of the others,
 * but are seen.
 */
const hidden =
  /(?![\t\n\u0600-\u0605\u06DD\u070F\u0890\u0891\u08E2\u{110BD}\u{110CD}])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** `text` with every character that shows nothing as `\u200b`; newlines and tabs stay. */
export function visibleData(text: string): string {
  return text.replace(hidden, (character, index: number) =>
    belongsToNeighbors(text, character, index) ? character : escaped(character),
  );
}

/** Whether a character shows nothing by itself. */
export function isHidden(character: string): boolean {
  hidden.lastIndex = 0;
  return hidden.test(character);
}

/** One escape for each UTF-16 unit, as strings of the language and of JSON are written. */
function escaped(character: string): string {
  let text = "";
  for (let index = 0; index < character.length; index++)
    text += `\\u${character.charCodeAt(index).toString(16).padStart(4, "0")}`;
  return text;
}

const variation = "\uFE0F";
const joiner = "\u200D";
const nonJoiner = "\u200C";
const pictograph = /\p{Extended_Pictographic}/u;
const endOfPictograph = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F]/u;
/** Scripts whose spelling has joiners in it. */
const joiningScript =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gujarati}\p{Script=Gurmukhi}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Oriya}\p{Script=Sinhala}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/u;

/**
 * Whether the character changes how its neighbours are shown, as everybody writes them: within one
 * emoji, and between letters of scripts that are spelled with joiners.
 */
function belongsToNeighbors(text: string, character: string, index: number): boolean {
  if (character !== variation && character !== joiner && character !== nonJoiner) return false;
  const before = characterBefore(text, index);
  if (character === variation) return pictograph.test(before);
  const after = String.fromCodePoint(text.codePointAt(index + 1) ?? 0);
  return (
    (character === joiner && endOfPictograph.test(before) && pictograph.test(after)) ||
    (joiningScript.test(before) && joiningScript.test(after))
  );
}

function characterBefore(text: string, index: number): string {
  const pair = text.codePointAt(index - 2) ?? 0;
  return pair > 0xffff ? String.fromCodePoint(pair) : text.charAt(index - 1);
}
