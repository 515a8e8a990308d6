// Distinguishes tokens of a program from words of a sentence, for text after a program without a
// fence: `(def n 5)` and, on the next line, `total`, a name that an earlier turn defined.

import type { Names } from "./mentioned-forms.ts";

/** The longest run of tokens that can belong to a program. A longer line is prose. */
const longestRun = 300;

/**
 * Returns the end of the tokens at `at` that belong to the program with these names; `undefined`
 * if prose or a form is there. One token on a line is a name or literal. Several are code if one
 * of them is only possible in code and they don't read as a sentence.
 */
export function tokensEnd(text: string, at: number, names: Names): number | undefined {
  const [run = ""] = /^[^\n()[\]{}";]*/.exec(text.slice(at, at + longestRun + 1)) ?? [];
  if (run.length > longestRun) return undefined;
  const tokens = run.split(/[\s,]+/).filter((token) => token !== "");
  const stop = text[at + run.length] ?? "";
  const isBeforeForm = /[([{"]/.test(stop);
  // A prefix such as `'` or `f` in `f(x)` belongs to the form.
  if (isBeforeForm && !/[\s,]$/.test(run)) return undefined;
  const end = at + run.trimEnd().length;
  const [first = "", ...others] = tokens;
  if (first === "" || !tokens.every(isReadable)) return undefined;
  if (tokens.every((token) => isCodeToken(token, names))) return end;
  if (tokens.some((token) => isSentencePart(token, names))) return undefined;
  if (others.length === 0)
    return isBeforeForm && (isSigns(first) || isProseWord(first, names)) ? undefined : end;
  const isSentence = isSigns(first) || tokens.some((token) => isProseWord(token, names));
  return isSentence || !tokens.some((token) => isCodeToken(token, names)) ? undefined : end;
}

/** True for numbers, keywords, `nil`, `true`, `false`, earlier results, and names of data. */
export function isLiteral(name: string): boolean {
  return /^(?:[-+]?\d[\d_.eE/+-]*[NM]?|:[^\s:]+|nil|true|false|\*[123]|(?:data|tool)\/\S+)$/.test(
    name,
  );
}

/** True for a token that the reader could read, other than a tag or a line of Markdown. */
function isReadable(token: string): boolean {
  return (
    (token.startsWith("\\") || /^[\p{L}\d*+!_'?<>=/.&%$|#:@^-]+$/u.test(token)) &&
    !/^<.*>$|^([-*_=~#])\1\1|^\*\*.|^#+$|^\d+\.$|.'$/.test(token)
  );
}

/** True for a token that is code and not a word: a literal, or a name of the program. */
function isCodeToken(token: string, names: Names): boolean {
  return (
    isLiteral(token) ||
    names.has(token) ||
    /^(?:##?[A-Za-z]|\\\S|['@][A-Za-z])|^[A-Za-z][\w.]*\/[\w-]+[?!]?$/.test(token)
  );
}

/** True for a capitalized word, and for a word at the end of a sentence. */
function isSentencePart(token: string, names: Names): boolean {
  if (isCodeToken(token, names)) return false;
  return /[.!:]$|^\p{Lu}\p{Ll}+(?:'\p{Ll}+)?$|^(?:OK|DONE|END|EOF)$|[=-]>$/u.test(token);
}

function isSigns(token: string): boolean {
  return /^[^\p{L}\d:\\]+$/u.test(token);
}

const proseWords: ReadonlySet<string> = new Set(
  (
    "a an the is are was were be been this that these those it its in of to from for with and or " +
    "not then so as at by on if will would can has have had here there where which when while " +
    "return returns returned give gives compute computes define defines show shows print prints " +
    "set sets add adds make makes mean means equal equals see now we i you next because but also " +
    "after before only no"
  ).split(" "),
);

function isProseWord(token: string, names: Names): boolean {
  return proseWords.has(token) && !names.has(token);
}
