// The entries of the tables of special forms: the number of arguments a form takes, and the handler
// that analyzes it.

import type { Form } from "@ptc/parser";
import type { Analysis, SpecialFormHandler } from "./analysis.ts";
import type { ListForm } from "./form-tools.ts";
import type { Node } from "./core-tree.ts";

export interface SpecialForm {
  /** The minimum and maximum number of arguments. */
  readonly least: number;
  readonly most: number;
  readonly analyze: SpecialFormHandler;
}

/** Returns a handler that analyzes the form into which `rewrite` turns a call. */
export function rewriting(
  rewrite: (analysis: Analysis, form: ListForm, args: readonly Form[]) => Form | Node,
): SpecialFormHandler {
  return (analysis, form, args, context) => {
    const result = rewrite(analysis, form, args);
    return "site" in result ? result : analysis.analyze(result, context);
  };
}

export function entry(least: number, most: number, analyze: SpecialFormHandler): SpecialForm {
  return { least, most, analyze };
}
