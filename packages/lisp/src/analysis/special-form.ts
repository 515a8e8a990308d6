// What an entry of the tables of special forms is: how many arguments the form takes, and what
// analyses it.

import type { Form } from "@ptc/parser";
import type { Analysis } from "./analysis.ts";
import type { ListForm } from "./form-tools.ts";
import type { Context } from "./scope.ts";
import type { Node } from "./core-tree.ts";

/** What a special form does with its arguments. */
export type SpecialFormHandler = (
  analysis: Analysis,
  form: ListForm,
  args: readonly Form[],
  context: Context,
) => Node;

/** One object for each form, with no functions of its own: a process makes all of them at start. */
export class SpecialForm {
  private readonly least: number;
  private readonly most: number;
  readonly analyse: SpecialFormHandler;

  constructor(least: number, most: number, analyse: SpecialFormHandler) {
    this.least = least;
    this.most = most;
    this.analyse = analyse;
  }

  /** How many arguments it takes, in words. */
  get arity(): string {
    const { least, most } = this;
    const count = (number: number): string =>
      `${String(number)} argument${number === 1 ? "" : "s"}`;
    if (least === most) return count(least);
    return most === Infinity ? `at least ${count(least)}` : `${String(least)} to ${count(most)}`;
  }

  accepts(count: number): boolean {
    return count >= this.least && count <= this.most;
  }
}

/** Analyses the form that `rewrite` makes of a call. */
export function rewriting(
  rewrite: (analysis: Analysis, form: ListForm, args: readonly Form[]) => Form | Node,
): SpecialFormHandler {
  return (analysis, form, args, context) => {
    const result = rewrite(analysis, form, args);
    return "site" in result ? result : analysis.analyse(result, context);
  };
}

export function entry(least: number, most: number, analyse: SpecialFormHandler): SpecialForm {
  return new SpecialForm(least, most, analyse);
}
