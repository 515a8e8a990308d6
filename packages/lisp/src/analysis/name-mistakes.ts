// Mistakes with names, as an analysis reports them. What they are told is loaded on need: a program
// that is wrong is analysed again once it is there, and the first analysis need not say more than
// that there is a mistake.

import type { AnalysisError } from "./analysis-error.ts";
import { symbolText, type SymbolForm } from "./form-tools.ts";
import { formLibrary, type NameMistakes } from "./further-forms.ts";

/** The mistake with the name of `form`, as `tell` says it. */
export function nameMistake(
  form: SymbolForm,
  tell: (mistakes: NameMistakes) => AnalysisError,
): AnalysisError {
  if (formLibrary.loaded !== undefined) return tell(formLibrary.loaded.nameMistakes);
  return {
    reason: "analysis_error",
    kind: "unbound_var",
    message: `unknown symbol ${symbolText(form)}`,
    span: form.span,
  };
}
