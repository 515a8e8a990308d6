// Mistakes, as an analysis finds them. What is said of them is loaded on need: a program that is
// wrong is analysed again once it is there, and the first analysis need not say more than that
// there is a mistake.

import type { Span } from "@ptc/parser";
import type { AnalysisError } from "./analysis-error.ts";
import { formLibrary, type Mistakes } from "./further-forms.ts";

/** Says what is wrong, in the words of the catalogue. */
export type Telling = (mistakes: Mistakes) => AnalysisError;

/** The mistake at `span`, as `tell` says it. */
export function mistakeAt(span: Span, tell: Telling): AnalysisError {
  return formLibrary.loaded === undefined
    ? { reason: "analysis_error", kind: "invalid_form", message: "", span }
    : tell(formLibrary.loaded.mistakes);
}
