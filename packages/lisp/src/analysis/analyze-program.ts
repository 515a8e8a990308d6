// Analyzes a whole program: its top-level forms share one frame, and `ns` and `require` may come
// first.

import type { Form } from "@ptc/parser";
import type { Analyzer } from "./analyzer.ts";
import { openedLibraries, openingForms } from "./lazy-form.ts";
import { FunctionScope, type Context } from "./scope.ts";
import type { AnalyzedProgram } from "./core-tree.ts";

/** Analyzes the forms of a program. The mistakes found are in `analyzer.errors`. */
export function analyzeProgram(analyzer: Analyzer, forms: readonly Form[]): AnalyzedProgram {
  const scope = new FunctionScope();
  const context: Context = { scope, names: undefined, recurTarget: undefined, isTail: false };
  const opening = openingForms(analyzer, forms);
  if (opening > 0) analyzer.libraryNames = openedLibraries(analyzer, forms.slice(0, opening));
  const { immediate } = analyzer;
  const body = forms.map((form, index) => {
    if (index < opening) return analyzer.constant(null, form.span);
    if (form.type !== "list" && index < forms.length - 1) analyzer.oddForms++;
    const { calls } = immediate;
    const node = analyzer.analyze(form, context);
    immediate.atTop(node, calls);
    return node;
  });
  const renames = analyzer.libraryNames?.renames ?? [];
  const libraries = analyzer.libraries?.used;
  return { body, frameSize: scope.slotCount, hasEffects: analyzer.hasEffects, renames, libraries };
}
