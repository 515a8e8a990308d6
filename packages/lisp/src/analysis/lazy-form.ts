// The forms that few programs use, most of them special forms. Their handlers load lazily, with
// those of `ns` and `require`: an analysis that meets such a form notes it, and is repeated when the
// handlers are loaded. The names and numbers of arguments are known from the start, so the meaning
// of a program never depends on what other programs loaded.

import type { Value } from "@ptc/core/values";
import type { Form } from "@ptc/parser";
import type { Analysis, SpecialFormHandler } from "./analysis.ts";
import type { Node } from "./core-tree.ts";
import { symbolText, type ListForm, type TaggedForm } from "./form-tools.ts";
import type { LazyFormName } from "./lazy-form-name.ts";
import type { LibraryNames } from "./library-names.ts";

/** Analyzes a lazily loaded form, or notes that it is missing. */
export function lazy(name: LazyFormName): SpecialFormHandler {
  return (analysis, form, args, context) =>
    analysis.lazyForms === undefined
      ? unloadedForm(analysis, form, args)
      : analysis.lazyForms.handlers[name](analysis, form, args, context);
}

/** The value of a text with a tag; nil while its reader is not loaded. */
export function lazyTaggedValue(analysis: Analysis, form: TaggedForm): Value {
  if (analysis.lazyForms !== undefined) return analysis.lazyForms.taggedValue(analysis, form);
  analysis.missing.add("forms");
  return null;
}

/** The body of a function with its conditions; without them while their reader is not loaded. */
export function withConditions(analysis: Analysis, body: readonly Form[]): readonly Form[] {
  if (body[0]?.type !== "map" || body.length === 1) return body;
  if (analysis.lazyForms !== undefined) return analysis.lazyForms.withConditions(body);
  analysis.missing.add("forms");
  return body;
}

/** The names that the opening forms of a program give; undefined while their reader is missing. */
export function openedLibraries(
  analysis: Analysis,
  opening: readonly Form[],
): LibraryNames | undefined {
  if (analysis.lazyForms === undefined) analysis.missing.add("forms");
  return analysis.lazyForms?.readLibraries(analysis, opening);
}

/**
 * The node for `form` in an analysis that will be repeated. Notes what else its arguments name that
 * is not loaded, so that one load gets all of it.
 */
export function unloadedForm(analysis: Analysis, form: ListForm, args: readonly Form[]): Node {
  analysis.missing.add("forms");
  const open = Array.from(args);
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    if (part.type === "symbol") analysis.builtin(symbolText(part));
    else if ("items" in part) for (const item of part.items) open.push(item);
    else if ("form" in part) open.push(part.form);
  }
  return analysis.constant(null, form.span);
}
