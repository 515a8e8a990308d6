// Finds programs without a code fence in an answer: forms in parentheses that begin a line.
// Consecutive forms, with comments between them, are one program. Prose around them is not part of
// it.

import { formEnd, lineEnd, partEnd } from "./lisp-text.ts";

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
 * the only form: the answer was probably cut off, and the reader will report what is missing.
 */
export function barePrograms(text: string): BareProgram[] {
  const programs: BareProgram[] = [];
  const unclosed: BareProgram[] = [];
  const first = text.length - text.trimStart().length;
  for (let start = 0; start < text.length && unclosed.length < unclosedTries;) {
    const at = skipBlanks(text, start);
    const closed = isFormStart(text, at) ? formEnd(text, at) : at;
    if (closed === undefined) unclosed.push({ text: text.slice(at).trim(), start: at });
    const end =
      closed === undefined || closed === at ? at : programEnd(text, at, closed, at === first);
    if (end > at) programs.push({ text: text.slice(at, end).trim(), start: at });
    start = lineEnd(text, Math.max(end, closed ?? at)) + 1;
  }
  return programs.length === 0 ? unclosed.slice(0, 1) : programs;
}

/**
 * Returns the end of the program whose first form ends at `closed`. Returns `start` if prose
 * follows the form on its line, because the prose then only mentions the form. At the beginning of
 * an answer, the form is always a program.
 */
function programEnd(text: string, start: number, closed: number, isFirst: boolean): number {
  let end = closed;
  for (;;) {
    end = skipClosers(text, end);
    const next = skipGap(text, end);
    const nextEnd =
      isFormStart(text, next) || /^(?:[[{]|#\{)/.test(text.slice(next, next + 2))
        ? formEnd(text, next)
        : undefined;
    if (nextEnd === undefined || !endsItsLine(text, skipClosers(text, nextEnd))) break;
    end = nextEnd;
  }
  if (endsItsLine(text, end)) return end;
  return isFirst && /\s/.test(text.slice(start, closed)) ? end : start;
}

/**
 * True if a form of a program begins at `at`. False for an enumeration such as `(a)` or a remark
 * in parentheses.
 */
function isFormStart(text: string, at: number): boolean {
  if (text[at] !== "(") return false;
  const [, head = "", after = ""] =
    /^\(\s*([^\s(){}[\]",;]*)([^]?)/.exec(text.slice(at, at + 100)) ?? [];
  if (head === "") return after === "(" || after === "[" || after === "{";
  if (head.endsWith(":") || after === ",") return false;
  return !/^\p{Lu}/u.test(head) || /[/.]/.test(head);
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
  while (/[;\s]/.test(text[at] ?? "")) at = Math.max(partEnd(text, at), at + 1);
  return at;
}
