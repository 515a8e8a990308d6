// A whole program: its top-level forms in one frame.

import type { Form } from "@ptc/parser";
import type { Analyser } from "./analyser.ts";
import { FunctionScope, type Context } from "./scope.ts";
import type { AnalysedProgram } from "./core-tree.ts";

/** Analyses the forms of a program; mistakes are in `analyser.errors`. */
export function analyseProgram(analyser: Analyser, forms: readonly Form[]): AnalysedProgram {
  const scope = new FunctionScope();
  const context: Context = { scope, names: undefined, recurTarget: undefined, isTail: false };
  const body = forms.map((form) => analyser.analyse(form, context));
  return { body, frameSize: scope.slotCount, hasEffects: analyser.hasEffects };
}
