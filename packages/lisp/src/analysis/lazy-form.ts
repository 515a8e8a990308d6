// Lazily loaded forms, most of them special forms that few programs use. An analysis that meets
// such a form notes it, and is repeated once the handlers are loaded. The names and numbers of
// arguments are known from the start, so the meaning of a program never depends on what other
// programs loaded.

import type { Value } from "@ptc/core/values";
import type { Form } from "@ptc/parser";
import type { Builtin } from "../builtins/builtin.ts";
import type { Analysis, SpecialFormHandler } from "./analysis.ts";
import type { Node } from "./core-tree.ts";
import { plainName, symbolText, type ListForm, type TaggedForm } from "./form-tools.ts";
import type { LazyFormName } from "./lazy-form-name.ts";
import type { LibraryNames } from "./library-names.ts";

/** Analyzes a lazily loaded form, or notes that it is missing. */
export function lazy(name: LazyFormName): SpecialFormHandler {
  return (analysis, form, args, context) =>
    analysis.lazyForms === undefined
      ? unloadedForm(analysis, form, args)
      : analysis.lazyForms.handlers[name](analysis, form, args, context);
}

/** Returns the builtin that makes a map of named arguments, or undefined until it is loaded. */
export function lazyRestMap({ lazyForms, missing }: Analysis): Builtin | undefined {
  if (lazyForms === undefined) missing.add("forms");
  return lazyForms?.restMap;
}

/** Returns the value of a quoted form, or nil while the code for it isn't loaded. */
export function lazyQuotedValue(analysis: Analysis, form: Form): Value {
  if (analysis.lazyForms !== undefined) return analysis.lazyForms.quotedValue(analysis, form);
  analysis.missing.add("forms");
  return null;
}

/** Returns the value of a tagged literal, or nil while its reader isn't loaded. */
export function lazyTaggedValue(analysis: Analysis, form: TaggedForm): Value {
  if (analysis.lazyForms !== undefined) return analysis.lazyForms.taggedValue(analysis, form);
  analysis.missing.add("forms");
  return null;
}

/**
 * Returns the body of a function with its conditions, or without them while their reader isn't
 * loaded.
 */
export function withConditions(analysis: Analysis, body: readonly Form[]): readonly Form[] {
  if (body[0]?.type !== "map" || body.length === 1) return body;
  if (analysis.lazyForms !== undefined) return analysis.lazyForms.withConditions(body);
  analysis.missing.add("forms");
  return body;
}

const openings: ReadonlySet<string> = new Set(["ns", "require", "use", "import"]);

/** Returns how many of the first forms are `ns`, `require` or similar. */
export function openingForms(analysis: Analysis, forms: readonly Form[]): number {
  const isOpening = (form: Form): boolean => {
    const name = form.type === "list" ? plainName(form.items[0]) : undefined;
    return name !== undefined && openings.has(name) && !analysis.isGlobal(name);
  };
  const first = forms.findIndex((form) => !isOpening(form));
  return first === -1 ? forms.length : first;
}

/**
 * Returns the names that the opening forms of a program introduce, or undefined while their reader
 * isn't loaded.
 */
export function openedLibraries(
  analysis: Analysis,
  opening: readonly Form[],
): LibraryNames | undefined {
  if (analysis.lazyForms === undefined) analysis.missing.add("forms");
  return analysis.lazyForms?.readLibraries(analysis, opening);
}

/**
 * Returns the node for `form` in an analysis that will be repeated. Also notes unloaded names in
 * its arguments, so that one load gets all of them.
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
