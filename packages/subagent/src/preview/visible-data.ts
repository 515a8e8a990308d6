// Makes every character of data visible to a model. Invisible characters become escapes, so that no
// text can hide in another one, and a look-alike is recognizable.

/**
 * Characters that are invisible or affect others: control and format characters, line separators,
 * lone surrogates. Also all that fonts omit: soft hyphens, joiners, variation selectors, fillers,
 * tag characters. The marks before Arabic numbers are format characters too, but visible.
 */
const hidden =
  /(?![\t\n\u0600-\u0605\u06DD\u070F\u0890\u0891\u08E2\u{110BD}\u{110CD}])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/**
 * Returns `text` with every invisible character as an escape such as `\u200b`. Newlines and tabs
 * stay.
 */
export function visibleData(text: string): string {
  return text.replace(hidden, (character, index: number) =>
    belongsToNeighbors(text, character, index) ? character : escaped(character),
  );
}

/** True if a character is invisible by itself. */
export function isHidden(character: string): boolean {
  hidden.lastIndex = 0;
  return hidden.test(character);
}

/**
 * Returns one escape for each UTF-16 unit, in the syntax of strings in the language and in JSON.
 */
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
/** Scripts whose spelling uses joiners. */
const joiningScript =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gujarati}\p{Script=Gurmukhi}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Oriya}\p{Script=Sinhala}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/u;

/**
 * True if the character usually changes the look of its neighbors: within one emoji, or between
 * letters of scripts with joiners.
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
