// Finds the forms that open a program: `ns`, `require` and similar forms. libraries.ts reads them.

import type { Form } from "@ptc/parser";
import type { Analysis } from "./analysis.ts";
import { plainName } from "./form-tools.ts";

const openings: ReadonlySet<string> = new Set(["ns", "require", "use", "import"]);

/** Returns how many of the first forms are `ns`, `require` or similar. */
export function openingForms(analysis: Analysis, forms: readonly Form[]): number {
  const isOpening = (form: Form): boolean => {
    const name = form.type === "list" ? plainName(form.items[0]) : undefined;
    return name !== undefined && openings.has(name) && !analysis.isGlobal(name);
  };
  const first = forms.findIndex((form) => !isOpening(form));
  return first === -1 ? forms.length : first;
}
