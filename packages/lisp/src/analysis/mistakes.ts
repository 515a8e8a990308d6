// Mistakes, as an analysis finds them. What is said of them is loaded on need: a program that is
// wrong is analysed again once it is there, and the first analysis need not say more than that
// there is a mistake.

import type { AnalysisError } from "./analysis-error.ts";
import { formLibrary, type DetailsOf, type Mistakes } from "./further-forms.ts";

const untold: AnalysisError = {
  reason: "analysis_error",
  kind: "invalid_form",
  message: "",
  span: { start: 0, end: 0 },
};

/** The mistake that the catalogue calls `name`. */
export function mistake<Name extends keyof Mistakes>(
  name: Name,
  ...details: DetailsOf<Name>
): AnalysisError {
  return formLibrary.loaded === undefined ? untold : formLibrary.loaded.mistakes[name](...details);
}
