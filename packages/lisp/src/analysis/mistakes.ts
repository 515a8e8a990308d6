// Mistakes as the analysis finds them. The catalog with their messages loads lazily: the first
// analysis only notes that there is a mistake, and is repeated once the catalog is loaded.

import type { Analysis, DetailsOf, Mistake, MistakeCatalog } from "./analysis.ts";
import type { AnalysisError } from "./analysis-error.ts";

/** Returns the mistake that the catalog calls `name`. */
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

/** Returns the error for a mistake, without a message while the catalog isn't loaded. */
export function errorOf(
  { lazyForms }: Pick<Analysis, "lazyForms">,
  found: AnalysisError | Mistake,
): AnalysisError {
  if (typeof found !== "function") return found;
  return lazyForms === undefined ? errorWithoutMessage : found(lazyForms.mistakes);
}
