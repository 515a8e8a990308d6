// Finds the forms around a location of a program. Advice on a mistake depends on them: the same
// failed call is written differently inside `->` and inside `cond`.

import type { Form, Span } from "@ptc/parser";

/** The forms around a location, from the outermost to the one with its span. */
export interface FormPath {
  /** The forms of the whole program. */
  readonly forms: readonly Form[];
  readonly path: readonly Form[];
}

/** The forms directly inside a form; empty for a form without parts. */
export function partsOf(form: Form): readonly Form[] {
  if ("items" in form) return form.items;
  return "form" in form ? [form.form] : [];
}

/** Returns the path to `span`. Reads each level once, so the time is linear in the source. */
export function pathTo(forms: readonly Form[], span: Span): FormPath {
  const path: Form[] = [];
  let siblings = forms;
  for (;;) {
    const found = siblings.find(
      (form) => form.span.start <= span.start && span.end <= form.span.end,
    );
    if (found === undefined) return { forms, path };
    path.push(found);
    if (found.span.start === span.start && found.span.end === span.end) return { forms, path };
    siblings = partsOf(found);
  }
}

/** Returns the forms next to the form at `level` of the path, itself included. */
export function siblingsAt({ forms, path }: FormPath, level: number): readonly Form[] {
  const outer = path[level - 1];
  return outer === undefined ? forms : partsOf(outer);
}
