// What an entry of the tables of special forms is: how many arguments the form takes, and what
// analyzes it.

import type { Form } from "@ptc/parser";
import type { Analysis, SpecialFormHandler } from "./analysis.ts";
import type { ListForm } from "./form-tools.ts";
import type { Node } from "./core-tree.ts";

export interface SpecialForm {
  /** How many arguments it takes. */
  readonly least: number;
  readonly most: number;
  readonly analyze: SpecialFormHandler;
}

/** Analyzes the form that `rewrite` makes of a call. */
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
