// A generated program as a tree. The generator builds it, the shrinker reduces it, and the hosts
// read its text.

/** A token as written, or a bracketed form. `open` may have a prefix: `'(`, `#(`, `#{`. */
export type Form = string | ListForm;

export interface ListForm {
  readonly open: string;
  readonly items: readonly Form[];
}

const closings = new Map([
  ["(", ")"],
  ["[", "]"],
  ["{", "}"],
]);

export function closingOf(open: string): string {
  return closings.get(open.slice(-1)) ?? "";
}

/** Returns the source text. */
export function sourceOf(form: Form): string {
  return typeof form === "string"
    ? form
    : `${form.open}${form.items.map(sourceOf).join(" ")}${closingOf(form.open)}`;
}

/** Returns the number of tokens and brackets of a form. Shrinking reduces this number. */
export function sizeOf(form: Form): number {
  return typeof form === "string" ? 1 : 1 + form.items.reduce((sum, item) => sum + sizeOf(item), 0);
}

/** Returns every token that can be a name, with repetitions. */
export function namesOf(form: Form): string[] {
  if (typeof form === "string") return /^[^":\\\d]/.test(form) ? [form] : [];
  return form.items.flatMap(namesOf);
}

const tokenPattern =
  /(?:#|')?[([{]|#?"(?:\\.|[^"\\])*"|[)\]}]|\$!?[A-Za-z]+(?:<[^\s()[\]{}]*>)?(?:\{[^}]*\})?|[^\s,()[\]{}"]+/gs;

/** Reads a form in the notation of templates, which `sourceOf` also writes. */
export function readForm(text: string): Form {
  const tokens = text.match(tokenPattern) ?? [];
  let position = 0;
  const read = (): Form => {
    const token = tokens[position++] ?? "";
    if (!/^(?:#|')?[([{]$/.test(token)) return token;
    const items: Form[] = [];
    const closing = closingOf(token);
    while (tokens[position] !== closing) {
      if (position >= tokens.length) throw new Error(`unclosed ${token} in ${text}`);
      items.push(read());
    }
    position++;
    return { open: token, items };
  };
  const form = read();
  if (position !== tokens.length) throw new Error(`more than one form in ${text}`);
  return form;
}
