// Prints forms as text that reads back as the same forms, except for metadata, comments and spans.
// Prints quoted and discarded forms in the reader's own notation, not as `(quote x)`.
import type { Form } from "./form.ts";

type Printers = {
  readonly [Type in Form["type"]]: (form: Extract<Form, { type: Type }>) => string;
};

const printers: Printers = {
  nil: () => "nil",
  boolean: (form) => String(form.value),
  number: (form) => printNumber(form.value),
  string: (form) => printString(form.value),
  character: (form) => `\\${characterText(form.value)}`,
  regex: (form) => `#"${form.source}"`,
  keyword: (form) => `:${printName(form)}`,
  symbol: printName,
  list: (form) => `(${print(form.items)})`,
  vector: (form) => `[${print(form.items)}]`,
  set: (form) => `#{${print(form.items)}}`,
  map: (form) => `{${print(form.items)}}`,
  function: (form) => `#(${print(form.items)})`,
  quote: (form) => `'${print(form.form)}`,
  deref: (form) => `@${print(form.form)}`,
  var: (form) => `#'${print(form.form)}`,
  tagged: (form) => `#${form.tag} ${print(form.form)}`,
};

/** Prints one form, or several with a space between them. */
export function print(forms: Form | readonly Form[]): string {
  return "type" in forms ? printForm(forms) : forms.map(printForm).join(" ");
}

function printForm(form: Form): string {
  // The table has the printer for exactly this type of form, but the compiler can't prove it.
  return (printers[form.type] as (form: Form) => string)(form);
}

function printName(form: { readonly namespace?: string; readonly name: string }): string {
  return form.namespace === undefined ? form.name : `${form.namespace}/${form.name}`;
}

function printNumber(value: number | bigint): string {
  if (typeof value === "bigint") return String(value);
  if (Number.isNaN(value)) return "##NaN";
  if (!Number.isFinite(value)) return value > 0 ? "##Inf" : "##-Inf";
  if (Object.is(value, -0)) return "-0.0";
  // An unsafe integer would read back as a bigint.
  const text = String(value);
  return /^-?\d+$/.test(text) && !Number.isSafeInteger(value) ? `${text}.0` : text;
}

const stringEscapes: Readonly<Record<string, string>> = {
  "\n": "\\n",
  "\t": "\\t",
  "\r": "\\r",
  "\b": "\\b",
  "\f": "\\f",
  '"': '\\"',
  "\\": "\\\\",
};

/** Characters that would be invisible or not survive as UTF-8. They are written as escapes. */
const unsafeInString = /["\\\p{Cc}\p{Cs}\u2028\u2029\uFEFF]/gu;

function printString(value: string): string {
  return `"${value.replace(unsafeInString, (character) => stringEscapes[character] ?? `\\u${fourDigits(character)}`)}"`;
}

const characterNames: Readonly<Record<string, string>> = {
  "\n": "newline",
  " ": "space",
  "\t": "tab",
  "\r": "return",
  "\b": "backspace",
  "\f": "formfeed",
};

function characterText(value: string): string {
  const name = characterNames[value];
  if (name !== undefined) return name;
  return /[\p{Cc}\p{Z}\uFEFF]/u.test(value) ? `u${fourDigits(value)}` : value;
}

function fourDigits(character: string): string {
  return character.charCodeAt(0).toString(16).padStart(4, "0");
}
