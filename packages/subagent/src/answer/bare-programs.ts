// Programs without a fence: forms in parentheses that begin a line. A stretch of such forms, with
// comments between them, is one program; prose around it is not.

import { formEnd, lineEnd, partEnd } from "./lisp-text.ts";

export interface BareProgram {
  readonly text: string;
  readonly start: number;
}

/** How many forms that nothing closes are walked over to the end of the text. */
const unclosedTries = 10;

/**
 * The programs that stand bare in `text`, in order. A form that is never closed counts when there
 * is no other: it was cut, and the reader says so.
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
 * Where the program ends whose first form ends at `closed`; `start` when prose goes on behind a
 * form, which is then a mention. An answer that begins with its program may go on as it likes.
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

/** A line that begins a form of a program: no enumeration, no remark in parentheses. */
function isFormStart(text: string, at: number): boolean {
  if (text[at] !== "(") return false;
  const [, head = "", after = ""] =
    /^\(\s*([^\s(){}[\]",;]*)([^]?)/.exec(text.slice(at, at + 100)) ?? [];
  if (head === "") return after === "(" || after === "[" || after === "{";
  if (head.endsWith(":") || after === ",") return false;
  return !/^\p{Lu}/u.test(head) || /[/.]/.test(head);
}

/**
 * Whether nothing but a comment, closing brackets, a full stop, or another form follows on the
 * line.
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

/** Closing brackets too many belong to the program: the reader says what is wrong with them. */
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
