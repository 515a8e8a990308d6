// The tokens of a program for highlighting, from the spans of its forms. A program that can't be
// read is highlighted up to the form that is wrong.

import type { Form } from "@ptc/parser";
import { readForms } from "@ptc/parser/forms";

/**
 * The kind of a token: `call` and `special` are the heads of lists, `tool` and `data` the symbols
 * `tool/…` and `data/…`.
 */
export type TokenKind =
  | "call"
  | "special"
  | "tool"
  | "data"
  | "symbol"
  | "keyword"
  | "string"
  | "number"
  | "constant"
  | "comment";

/** UTF-16 offsets; `end` is after the last character. Text between tokens has no kind. */
export interface Token {
  readonly kind: TokenKind;
  readonly start: number;
  readonly end: number;
}

export interface NamedPlace {
  readonly name: string;
  readonly start: number;
}

const specialForms = new Set(
  "def defn fn let if if-let if-not if-some when when-let when-not when-some cond condp case do loop recur for doseq dotimes while try catch finally throw -> ->> as-> some-> some->> cond-> cond->> and or return fail return-partial".split(
    " ",
  ),
);

/** The attempts to read the beginning of a program that is wrong. */
const mostAttempts = 30;

/** Returns the tokens in the order of the source, without overlaps. */
export function programTokens(source: string): readonly Token[] {
  const { forms, end } = readableForms(source);
  const atoms: Token[] = [];
  eachForm(forms, (form, isHead) => {
    const kind = kindOf(form, isHead);
    if (kind !== undefined) atoms.push({ kind, start: form.span.start, end: form.span.end });
  });
  atoms.sort((left, right) => left.start - right.start);
  const tokens: Token[] = [];
  let at = 0;
  for (const atom of atoms) {
    pushComments(source, at, atom.start, tokens);
    tokens.push(atom);
    at = atom.end;
  }
  pushComments(source, at, end, tokens);
  return tokens;
}

/** Returns the symbols in the order of the source. */
export function symbolsOf(forms: readonly Form[]): readonly NamedPlace[] {
  const places: NamedPlace[] = [];
  eachForm(forms, (form) => {
    if (form.type === "symbol") places.push({ name: nameOf(form), start: form.span.start });
  });
  return places.sort((left, right) => left.start - right.start);
}

function readableForms(source: string): { readonly forms: readonly Form[]; readonly end: number } {
  const whole = readForms(source);
  if (whole !== undefined) return { forms: whole, end: source.length };
  let end = source.length;
  for (let attempt = 0; attempt < mostAttempts && end > 0; attempt += 1) {
    end = source.lastIndexOf("\n(", end - 1);
    const forms = end < 0 ? [] : readForms(piece(source, end));
    if (forms !== undefined) return { forms, end: Math.max(0, end) };
  }
  return { forms: [], end: 0 };
}

/** Returns the beginning of a source. */
function piece(source: string, end: number): string {
  return source.slice(0, end);
}

function eachForm(forms: readonly Form[], use: (form: Form, isHead: boolean) => void): void {
  const rest: { readonly form: Form; readonly isHead: boolean }[] = forms.map((form) => ({
    form,
    isHead: false,
  }));
  for (let item = rest.pop(); item !== undefined; item = rest.pop()) {
    const { form, isHead } = item;
    use(form, isHead);
    if ("items" in form) {
      const isCall = form.type === "list" || form.type === "function";
      for (const [index, inner] of form.items.entries())
        rest.push({ form: inner, isHead: isCall && index === 0 });
    } else if ("form" in form) rest.push({ form: form.form, isHead: false });
  }
}

function kindOf(form: Form, isHead: boolean): TokenKind | undefined {
  switch (form.type) {
    case "symbol": {
      const { namespace } = form;
      if (namespace === "tool") return "tool";
      if (namespace === "data") return "data";
      return !isHead ? "symbol" : specialForms.has(nameOf(form)) ? "special" : "call";
    }
    case "keyword":
      return "keyword";
    case "string":
    case "character":
    case "regex":
      return "string";
    case "number":
      return "number";
    case "nil":
    case "boolean":
      return "constant";
    default:
      return undefined;
  }
}

function nameOf({ namespace, name }: Extract<Form, { readonly type: "symbol" }>): string {
  return namespace === undefined ? name : `${namespace}/${name}`;
}

function pushComments(source: string, start: number, end: number, tokens: Token[]): void {
  for (let at = start; at < end;) {
    const from = source.indexOf(";", at);
    if (from < 0 || from >= end) return;
    const lineEnd = source.indexOf("\n", from);
    const to = lineEnd < 0 ? end : Math.min(lineEnd, end);
    tokens.push({ kind: "comment", start: from, end: to });
    at = to + 1;
  }
}
