// Mistakes, as an analysis finds them. The catalog with their messages loads lazily: a wrong program
// is analyzed again once it is loaded, and the first analysis only notes that there is a mistake.

import type { Analysis, DetailsOf, Mistake, MistakeCatalog } from "./analysis.ts";
import type { AnalysisError } from "./analysis-error.ts";

/** The mistake that the catalog calls `name`. */
export function mistake<Name extends keyof MistakeCatalog>(
  name: Name,
  ...details: DetailsOf<Name>
): Mistake {
  return (catalog) => catalog[name](...details);
}

const errorWithoutMessage: AnalysisError = {
  reason: "analysis_error",
  kind: "invalid_form",
  message: "",
  span: { start: 0, end: 0 },
};

/** The error for a mistake; without a message while the catalog is not loaded. */
export function errorOf(
  { lazyForms }: Pick<Analysis, "lazyForms">,
  found: AnalysisError | Mistake,
): AnalysisError {
  if (typeof found !== "function") return found;
  return lazyForms === undefined ? errorWithoutMessage : found(lazyForms.mistakes);
}
