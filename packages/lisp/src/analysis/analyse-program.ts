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
  const body = forms.map((form, index) =>
    index < opening
      ? analyser.constant(null, form.span)
      : analyser.immediate.atTop(() => analyser.analyse(form, context)),
  );
  const renames = analyser.libraryNames?.renames ?? [];
  return { body, frameSize: scope.slotCount, hasEffects: analyser.hasEffects, renames };
}
