// A whole program: its top-level forms in one frame. `ns` and `require` open it.

import type { Form } from "@ptc/parser";
import type { Analyser } from "./analyser.ts";
import { openedLibraries } from "./further-forms.ts";
import { openingForms } from "./opening-forms.ts";
import { FunctionScope, type Context } from "./scope.ts";
import type { AnalysedProgram } from "./core-tree.ts";

/** Analyses the forms of a program; mistakes are in `analyser.errors`. */
export function analyseProgram(analyser: Analyser, forms: readonly Form[]): AnalysedProgram {
  const scope = new FunctionScope();
  const context: Context = { scope, names: undefined, recurTarget: undefined, isTail: false };
  const opening = openingForms(analyser, forms);
  if (opening > 0) analyser.libraryNames = openedLibraries(analyser, forms.slice(0, opening));
  const { immediate } = analyser;
  const body = forms.map((form, index) => {
    if (index < opening) return analyser.constant(null, form.span);
    const { calls } = immediate;
    const node = analyser.analyse(form, context);
    immediate.atTop(node, calls);
    return node;
  });
  const renames = analyser.libraryNames?.renames ?? [];
  return { body, frameSize: scope.slotCount, hasEffects: analyser.hasEffects, renames };
}
