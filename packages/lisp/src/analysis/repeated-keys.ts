// A key that stands twice in a map literal, or a member in a set literal: Clojure's reader refuses
// it, since one of the two would be lost without a word. Only keys that are plain in the source are
// compared; values that turn out equal when the program runs are one, and the last one counts.

import type { Form } from "@ptc/parser";
import { symbolText } from "./form-tools.ts";

/** The first key that an earlier one equals. */
export function repeatedKey(keys: readonly Form[]): Form | undefined {
  const seen = new Set<string>();
  return keys.find((key) => {
    const text = plainText(key);
    if (text === undefined) return false;
    if (seen.has(text)) return true;
    seen.add(text);
    return false;
  });
}

/** One text for equal plain forms, other texts for others; undefined for forms of other kinds. */
function plainText(form: Form): string | undefined {
  switch (form.type) {
    case "keyword":
      return `:${form.namespace ?? ""}/${form.name}`;
    case "string":
      return `"${form.value}`;
    case "number":
      return `#${String(form.value)}`;
    case "symbol":
      return `'${symbolText(form)}`;
    case "boolean":
      return String(form.value);
    case "nil":
      return "nil";
    default:
      return undefined;
  }
}
