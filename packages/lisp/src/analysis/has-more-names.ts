// Checks whether a source uses more names than allowed. Loaded only for long sources, which are
// rare.

import type { Form } from "@ptc/parser";

/** True if `forms` contain more than `limit` different symbols and keywords. */
export function hasMoreNames(forms: readonly Form[], limit: number): boolean {
  const names = new Set<string>();
  const rest: (readonly Form[])[] = [forms];
  for (let level = rest.pop(); level !== undefined; level = rest.pop()) {
    for (const form of level) {
      if (form.type === "symbol" || form.type === "keyword")
        names.add(`${form.type === "keyword" ? ":" : ""}${form.namespace ?? ""}/${form.name}`);
      else if ("items" in form) rest.push(form.items);
      else if ("form" in form) rest.push([form.form]);
      if (names.size > limit) return true;
    }
  }
  return false;
}
