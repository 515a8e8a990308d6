// Finds programs without a code fence in an answer: forms in parentheses that begin a line.
// Consecutive forms, with comments between them, are one program. Prose around them is not part of
// it.

import { isLiteral, tokensEnd } from "./bare-tokens.ts";
import { formEnd, lineEnd, partEnd } from "./lisp-text.ts";
import { Names, ProseAfter, endsProgram, isCode, isFormStart } from "./mentioned-forms.ts";

export interface BareProgram {
  readonly text: string;
  readonly start: number;
}

/**
 * The number of unclosed forms that are searched to the end of the text. It is bounded so that the
 * time stays proportional to the text.
 */
const unclosedTries = 10;

/**
 * Returns the programs without a fence in `text`, in order. An unclosed form counts only if it is
 * the only form: the answer was probably cut off, and the reader will report what is missing. A
 * form in the prose after a program counts as another program if it would have an effect there, so
 * that the answer is rejected and no part of it is dropped.
 */
export function barePrograms(text: string): BareProgram[] {
  const programs: BareProgram[] = [];
  const unclosed: BareProgram[] = [];
  const continuations = { count: 0 };
  const prose = new ProseAfter(text);
  const first = text.length - text.trimStart().length;
  for (let start = 0; start < text.length && unclosed.length < unclosedTries;) {
    const at = skipBlanks(text, start);
    const closed = isFormStart(text, at) ? formEnd(text, at) : at;
    if (closed === undefined) unclosed.push({ text: text.slice(at).trim(), start: at });
    const program =
      closed === undefined || closed === at
        ? undefined
        : programAt(text, at, closed, at === first, continuations);
    const end = program?.end ?? at;
    const proseEnd = lineEnd(text, Math.max(end, closed ?? at));
    if (program !== undefined) {
      const bare = { text: text.slice(at, end).trim(), start: at };
      programs.push(bare);
      prose.follows(bare.text, text.slice(program.lastForm, end));
    }
    const mentioned = prose.meantForm(end, proseEnd, program !== undefined);
    if (mentioned !== undefined) programs.push(mentioned);
    start = proseEnd + 1;
  }
  return programs.length === 0 ? unclosed.slice(0, 1) : programs;
}

interface ProgramRange {
  readonly end: number;
  /** The start of its last form. */
  readonly lastForm: number;
}

/**
 * Returns the program whose first form ends at `closed`. Returns `undefined` if prose follows the
 * form on its line, because the prose then only mentions the form. At the beginning of an answer,
 * the form is always a program.
 */
function programAt(
  text: string,
  start: number,
  closed: number,
  isFirst: boolean,
  unclosed: { count: number },
): ProgramRange | undefined {
  const names = new Names();
  let [end, lastForm] = [closed, start];
  for (;;) {
    names.add(text.slice(lastForm, end));
    end = skipClosers(text, end);
    const next = skipGap(text, end);
    const isEnded = endsProgram.test(text.slice(lastForm, lastForm + 100));
    // A form in a sentence, such as `(total) differs`, isn't a program.
    const isInProgram =
      text.slice(end, next).includes("\n") ||
      (next > end &&
        (lastForm !== start || (isFirst && isCode(text.slice(start, end), new Names()))));
    const tokens = !isEnded && isInProgram ? tokensEnd(text, next, names) : undefined;
    const nextEnd = tokens ?? continuationEnd(text, next, names, unclosed);
    if (nextEnd === undefined) break;
    const isKept =
      tokens !== undefined ||
      endsItsLine(text, skipClosers(text, nextEnd)) ||
      (!isEnded && isBeforeCode(text, nextEnd, names)) ||
      (text[next] === "(" &&
        (!text.slice(end, next).includes("\n") || isCode(text.slice(next, nextEnd), names)));
    if (!isKept) break;
    [end, lastForm] = [nextEnd, next];
  }
  const isProgram =
    lastForm !== start ||
    endsItsLine(text, end) ||
    (isFirst && /\s/.test(text.slice(start, closed)));
  return isProgram ? { end, lastForm } : undefined;
}

/**
 * Returns the end of the form at `at` that continues a program with these names. Undefined if prose
 * follows. A name continues the program only if the program contains it. A form of a program that
 * isn't closed extends to the end of the text: the answer was cut off in it.
 */
function continuationEnd(
  text: string,
  at: number,
  names: Names,
  unclosed: { count: number },
): number | undefined {
  const [prefix = ""] = /^(?:#_|#'|[@'`^]|#(?=[({"]))*/.exec(text.slice(at, at + 20)) ?? [];
  const start = at + prefix.length;
  const character = text[start] ?? "";
  if (/[([{]/.test(character)) {
    const isForm = character !== "(" || prefix !== "" || isFormStart(text, start);
    if (!isForm || unclosed.count >= unclosedTries) return undefined;
    const end = formEnd(text, start);
    if (end !== undefined) return end;
    unclosed.count += 1;
    return isCode(text.slice(start, start + 200), names) ? text.length : undefined;
  }
  if (character === '"') {
    const end = partEnd(text, start);
    return text[end - 1] === '"' ? end : undefined;
  }
  const [name] = /^[^\s()[\]{}",;]{1,200}/.exec(text.slice(start, start + 201)) ?? [];
  if (name === undefined) return undefined;
  // A sentence may end with the name.
  let end = name.length;
  while (name[end - 1] === "." || name[end - 1] === ":") end -= 1;
  const bare = name.slice(0, end);
  return isLiteral(bare) || names.has(bare) ? start + bare.length : undefined;
}

/** True if a string or tokens of the program are the rest of the line. */
function isBeforeCode(text: string, end: number, names: Names): boolean {
  const at = skipBlanks(text, end);
  if (at === end) return false;
  return text[at] === '"'
    ? endsItsLine(text, partEnd(text, at))
    : tokensEnd(text, at, names) !== undefined;
}

/**
 * True if the rest of the line is empty or begins with a comment or another form, ignoring closing
 * brackets and full stops.
 */
function endsItsLine(text: string, end: number): boolean {
  let at = end;
  while (/[)\]}.:]|[^\S\n]/.test(text[at] ?? "")) at++;
  return at >= text.length || /[\n;([{#]/.test(text[at] ?? "");
}

function skipBlanks(text: string, start: number): number {
  let at = start;
  while (/[^\S\n]|[\u200B-\u200F\u2060]/.test(text[at] ?? "")) at++;
  return at;
}

/**
 * Skips surplus closing brackets. They belong to the program, so that the reader can report them.
 */
function skipClosers(text: string, start: number): number {
  let at = start;
  while (/[)\]}]/.test(text[at] ?? "")) at++;
  return at;
}

function skipGap(text: string, start: number): number {
  let at = start;
  while (/[;,\s]/.test(text[at] ?? "")) at = Math.max(partEnd(text, at), at + 1);
  return at;
}
