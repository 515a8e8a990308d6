// A short notation for forms without spans. It is the same for our forms and for the results of
// Clojure's reader, so recorded results of Clojure can be compared. Symbols are y"name", keywords
// k"ns"/"name", strings s"…", characters c"…", numbers n<…>.
import type { Form } from "@ptc/parser";

type Sketchers = {
  readonly [Type in Form["type"]]: (form: Extract<Form, { type: Type }>) => string;
};

const sketchers: Sketchers = {
  nil: () => "nil",
  boolean: (form) => String(form.value),
  number: (form) => `n<${Object.is(form.value, -0) ? "-0" : String(form.value)}>`,
  string: (form) => `s${text(form.value)}`,
  character: (form) => `c${text(form.value)}`,
  regex: (form) => `r${text(form.source)}`,
  keyword: (form) => `k${name(form)}`,
  symbol: (form) => `y${name(form)}`,
  list: (form) => `(${sketch(form.items)})`,
  vector: (form) => `[${sketch(form.items)}]`,
  set: (form) => `#{${sketch(form.items)}}`,
  map: (form) => `{${sketch(form.items)}}`,
  function: (form) => `fn(${sketch(form.items)})`,
  // Clojure's reader returns lists for these.
  quote: (form) => `(y"quote" ${sketch([form.form])})`,
  deref: (form) => `(y"clojure.core"/"deref" ${sketch([form.form])})`,
  var: (form) => `(y"var" ${sketch([form.form])})`,
  tagged: (form) => form.tag,
};

export function sketch(forms: readonly Form[]): string {
  return forms.map((form) => (sketchers[form.type] as (form: Form) => string)(form)).join(" ");
}

function name(form: { readonly namespace?: string; readonly name: string }): string {
  return form.namespace === undefined
    ? text(form.name)
    : `${text(form.namespace)}/${text(form.name)}`;
}

/** Writes every character outside printable ASCII as \uXXXX, unit by unit. */
function text(value: string): string {
  const escaped = value
    .replace(/["\\]/g, "\\$&")
    .replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
  return `"${escaped}"`;
}
