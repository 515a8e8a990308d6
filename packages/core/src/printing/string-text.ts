// Strings as they are written in source, and control characters made visible for people.

const escapes: ReadonlyMap<string, string> = new Map([
  ['"', '\\"'],
  ["\\", "\\\\"],
  ["\n", "\\n"],
  ["\t", "\\t"],
  ["\r", "\\r"],
  ["\f", "\\f"],
  ["\b", "\\b"],
]);

// eslint-disable-next-line no-control-regex -- these are the characters this function exists to escape
const escapable = /["\\\u0000-\u001f\u007f]/g;

/**
 * What JSON writes in another way: DEL as it is, and halves of surrogate pairs as escapes. These
 * are `\p{Cs}`, which a host takes longer to look up.
 */
const unlikeJson = /[\u007f\ud800-\udfff]/u;

/**
 * The text in quotes, readable again by the reader. JSON's own writer takes a tenth of the time of
 * a replacement where much is escaped.
 */
export function quotedText(text: string): string {
  if (!unlikeJson.test(text)) return JSON.stringify(text);
  return `"${text.replace(escapable, (character) => escapes.get(character) ?? unicodeEscape(character))}"`;
}

const control =
  // eslint-disable-next-line no-control-regex -- control characters, C1, bidirectional marks and line separators are what is searched
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/**
 * `text` with control characters (all but newline and tab) shown as `\u001b`, so that it cannot
 * steer a terminal.
 */
export function visibleText(text: string): string {
  return text.replace(control, unicodeEscape);
}

/** `text` on one line with every character visible: `a\u200bb\tc`. */
export function visibleLine(text: string): string {
  // Everything that could act on a terminal or hide in a line: control and format characters,
  // separators, lone surrogates. A host looks up what a property means where the pattern is made,
  // so that is done for who needs it.
  const hidden = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu;
  return text.replace(hidden, (character) =>
    character === "\t" ? "\\t" : unicodeEscape(character),
  );
}

function unicodeEscape(character: string): string {
  return `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`;
}
