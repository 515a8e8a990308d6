// Finds forms in the prose after a program. Prose often mentions forms: it explains the program or
// names a next step. Such a form is dropped. A form that the model may have meant to run is not.

import { formEnd } from "./lisp-text.ts";

/**
 * Forms that are looked at in one answer, so that the time stays proportional to the text. An
 * answer that mentions more of them explains itself at length.
 */
const mostForms = 40;

/** The prose after a program. */
export class ProseAfter {
  private readonly text: string;
  private program = "";
  private names: Names | undefined;
  private isEnded = false;
  private triesLeft = 0;

  constructor(text: string) {
    this.text = text;
  }

  /** Notes that prose follows `program`. */
  follows(program: string, lastForm: string): void {
    if (this.program === "") this.triesLeft = mostForms;
    this.program = program;
    this.names = undefined;
    this.isEnded = endsProgram.test(lastForm);
  }

  /**
   * Returns the first form in a part of the prose that the model may have meant to run. `isOnLine`
   * is true for the rest of the program's own line. Nothing that follows a `return` can run, so
   * only another `return` on its line counts then. Quoted forms, forms with omissions and forms
   * that repeat a part of the program only explain it.
   */
  meantForm(start: number, end: number, isOnLine: boolean) {
    const { text, program, isEnded } = this;
    if (isEnded && !isOnLine) return undefined;
    // A semicolon without a space before it separates statements in other languages.
    if (isOnLine && /^\s+;/.test(text.slice(start, start + 100))) return undefined;
    for (let at = start; this.triesLeft > 0; this.triesLeft--) {
      const open = text.indexOf("(", at);
      if (open === -1 || open >= end) return undefined;
      const closed = isFormStart(text, open) ? formEnd(text, open) : undefined;
      const form = closed === undefined ? "" : text.slice(open, closed);
      if (
        (isOnLine && !isEnded ? this.isCode(form) : actingHead.test(form)) &&
        text[open - 1] !== "`" &&
        !/\.\.\.|\u2026/.test(form) &&
        !program.includes(form)
      ) {
        this.triesLeft = 0;
        return { text: form, start: open };
      }
      at = closed ?? open + 1;
    }
    return undefined;
  }

  private isCode(form: string): boolean {
    this.names ??= new Names().add(this.program);
    return isCode(form, this.names);
  }
}

/** Matches a form after which nothing of its program runs. */
export const endsProgram = /^\(\s*(?:return|fail)[\s)]/;

/** Forms that do more than compute a value. */
const actingHead = /^\(\s*(?:return|fail|def\w*|println|print|prn|tool\/[^\s()]+|task)[\s)]/;

/**
 * True if a form of a program begins at `at`. False for an enumeration such as `(a)` or a remark
 * in parentheses.
 */
export function isFormStart(text: string, at: number): boolean {
  if (text[at] !== "(") return false;
  const [, head = "", after = ""] =
    /^\(\s*([^\s(){}[\]",;]*)([^]?)/.exec(text.slice(at, at + 100)) ?? [];
  if (head === "") return after === "(" || after === "[" || after === "{";
  if (head.endsWith(":") || after === ",") return false;
  return !/^\p{Lu}/u.test(head) || /[/.]/.test(head);
}

/** Heads of forms that are rarely the first word of a remark. */
const heads: ReadonlySet<string> = new Set(
  (
    "return fail def defn defonce let loop recur fn do if if-let if-not when when-let cond case for " +
    "doseq dotimes map mapv filter filterv remove reduce apply get assoc update merge str println " +
    "print prn conj into vec vals keys count inc dec range concat mapcat frequencies distinct " +
    "partition juxt comp partial pmap pcalls task try throw atom deref nth subs"
  ).split(" "),
);

/**
 * True if a form is code rather than a remark in parentheses: a known or qualified head, an
 * operator, a name of the program, or brackets inside.
 */
export function isCode(form: string, names: Names): boolean {
  const [, head = ""] = /^\(\s*([^\s(){}[\]",;]*)/.exec(form.slice(0, 200)) ?? [];
  return (
    heads.has(head) ||
    /^[-+*/<>=]+$|^->>?$|^[a-z][\w.-]*\/\w|^[a-z][\w-]*[-a-z][?!]$/.test(head) ||
    /[([{]/.test(form.slice(1)) ||
    names.has(head)
  );
}

/** The names and other tokens of a program. */
export class Names {
  private readonly tokens = new Set<string>();

  add(source: string): this {
    for (const [token] of source.matchAll(/[^\s()[\]{}",;@'`^#]+/g)) this.tokens.add(token);
    return this;
  }

  has(name: string): boolean {
    return this.tokens.has(name);
  }
}
